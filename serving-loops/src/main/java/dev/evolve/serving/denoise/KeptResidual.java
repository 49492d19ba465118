package dev.evolve.serving.denoise;

import dev.evolve.serving.json.JsonFields;
import dev.evolve.serving.json.JsonText;
import dev.evolve.serving.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What {@link ResidualSkipInterceptor} keeps of a branch.
 *
 * @param expert the expert that ran
 * @param sigma noise level of its input
 * @param input its input
 * @param residual what its blocks added
 */
record KeptResidual(String expert, double sigma, Tensor input, Tensor residual) {

  String text() {
    SequencedMap<String, Object> json = new LinkedHashMap<>();
    json.put("expert", expert);
    json.put("sigma", sigma);
    json.put("tokens", input.rows());
    json.put("channels", input.columns());
    json.put("width", residual.columns());
    json.put("input", input.base64());
    json.put("residual", residual.base64());
    return JsonText.write(json);
  }

  static KeptResidual parse(String text) {
    JsonFields json = JsonText.read(text);
    int tokens = json.count("tokens");
    return new KeptResidual(
        json.text("expert"),
        json.number("sigma"),
        Tensor.fromBase64(tokens, json.count("channels"), json.text("input")),
        Tensor.fromBase64(tokens, json.count("width"), json.text("residual")));
  }
}
