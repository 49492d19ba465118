package dev.evolve.gates;

import com.google.re2j.Pattern;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

/** Reads secret rules from a TOML file in the format of the shipped one. */
final class SecretRules {

  private static final String SHIPPED = "/secret-rules.toml";

  private SecretRules() {}

  /** The rules that Evolve ships. */
  static List<SecretRule> shipped() {
    try (InputStream file = SecretRules.class.getResourceAsStream(SHIPPED)) {
      if (file == null) {
        throw new EvolveException(ErrorCode.INTERNAL, "the jar holds no " + SHIPPED);
      }
      return read(Toml.parse(file));
    } catch (IOException e) {
      throw new EvolveException(ErrorCode.INTERNAL, "cannot read " + SHIPPED, e);
    }
  }

  private static List<SecretRule> read(TomlParseResult file) {
    if (file.hasErrors()) {
      throw new EvolveException(ErrorCode.INTERNAL, SHIPPED + ": " + file.errors());
    }
    TomlArray rules = file.getArrayOrEmpty("rules");
    List<SecretRule> read = new ArrayList<>();
    TomlTable everywhere = file.getTableOrEmpty("allowlist");
    for (int i = 0; i < rules.size(); i++) {
      read.add(rule(rules.getTable(i), everywhere));
    }
    if (read.isEmpty()) {
      throw new EvolveException(ErrorCode.INTERNAL, SHIPPED + " holds no rules");
    }
    return List.copyOf(read);
  }

  private static SecretRule rule(TomlTable rule, TomlTable everywhere) {
    return new SecretRule(
        required(rule, "id"),
        required(rule, "description"),
        Pattern.compile(required(rule, "regex")),
        texts(rule, "keywords"),
        rule.getDouble("entropy", () -> 0.0),
        allowance(rule, everywhere));
  }

  /** A rule's own allow lists and the one for all rules. */
  private static SecretRule.Allowance allowance(TomlTable rule, TomlTable everywhere) {
    List<TomlTable> lists = new ArrayList<>(List.of(everywhere));
    TomlArray own = rule.getArrayOrEmpty("allowlists");
    for (int i = 0; i < own.size(); i++) {
      lists.add(own.getTable(i));
    }
    return new SecretRule.Allowance(
        lists.stream()
            .flatMap(list -> texts(list, "regexes").stream())
            .map(Pattern::compile)
            .toList(),
        lists.stream().flatMap(list -> texts(list, "stopwords").stream()).toList());
  }

  private static List<String> texts(TomlTable table, String key) {
    TomlArray array = table.getArrayOrEmpty(key);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      texts.add(array.getString(i));
    }
    return texts;
  }

  private static String required(TomlTable rule, String key) {
    String value = rule.getString(key);
    if (value == null) {
      throw new EvolveException(ErrorCode.INTERNAL, SHIPPED + ": a rule without " + key);
    }
    return value;
  }
}
