package dev.evolve.serving.guidance;

import dev.evolve.serving.json.JsonFields;
import dev.evolve.serving.json.JsonText;
import dev.evolve.serving.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What {@link AdaptiveGuidance} keeps of a request.
 *
 * @param expert the expert that both branches were computed by
 * @param computed steps of that expert that computed both branches
 * @param reuses steps that have reused the difference since
 * @param value conditional minus unconditional velocity
 */
record KeptDelta(String expert, int computed, int reuses, Tensor value) {

  KeptDelta afterReuse() {
    return new KeptDelta(expert, computed, reuses + 1, value);
  }

  String text() {
    SequencedMap<String, Object> json = new LinkedHashMap<>();
    json.put("expert", expert);
    json.put("computed", computed);
    json.put("reuses", reuses);
    json.put("rows", value.rows());
    json.put("columns", value.columns());
    json.put("delta", value.base64());
    return JsonText.write(json);
  }

  static KeptDelta parse(String text) {
    JsonFields json = JsonText.read(text);
    return new KeptDelta(
        json.text("expert"),
        json.count("computed"),
        json.count("reuses"),
        Tensor.fromBase64(json.count("rows"), json.count("columns"), json.text("delta")));
  }
}
