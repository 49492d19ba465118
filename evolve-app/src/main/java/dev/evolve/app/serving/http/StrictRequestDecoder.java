package dev.evolve.app.serving.http;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;

/**
 * Decodes requests and refuses any whose length two parties could read differently, so that no
 * request can be smuggled past a proxy (RFC 9112, 6.3).
 */
final class StrictRequestDecoder extends HttpRequestDecoder {

  private static final int LONGEST_LINE = 4_096;

  StrictRequestDecoder(int headerBytes) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(LONGEST_LINE)
            .setMaxHeaderSize(headerBytes)
            .setStrictLineParsing(true));
  }

  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException("Content-Length and Transfer-Encoding exclude each other");
  }
}
