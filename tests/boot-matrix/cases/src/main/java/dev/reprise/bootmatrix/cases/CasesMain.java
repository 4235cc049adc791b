package dev.reprise.bootmatrix.cases;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.json.JSONObject;

/** Runs cases, each with applications of its own, and prints one line of JSON for each. */
public final class CasesMain {

  private static final String MARK = "CASE ";
  private static final int LONGEST = 300;

  private CasesMain() {}

  /**
   * Runs the cases of some classes.
   *
   * @param args the URL of the provider, the directory with its certificates, and the names of the
   *     classes
   */
  public static void main(String[] args) throws Exception {
    Provider provider = new Provider(args[0], Path.of(args[1]));
    for (String name : Arrays.asList(args).subList(2, args.length)) {
      Cases cases =
          Class.forName(name).asSubclass(Cases.class).getDeclaredConstructor().newInstance();
      for (Map.Entry<String, Case> entry : cases.byName().entrySet()) {
        System.out.println(MARK + run(entry.getKey(), entry.getValue(), provider));
      }
    }
  }

  private static JSONObject run(String name, Case subject, Provider provider) {
    Trial trial = new Trial(provider);
    JSONObject result = new JSONObject().put("case", name).put("seen", trial.seen());
    try {
      provider.resetCounts();
      subject.run(trial);
      return result.put("passed", true);
    } catch (Exception | AssertionError | LinkageError e) {
      e.printStackTrace();
      return result.put("passed", false).put("error", root(e));
    }
  }

  private static String root(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String text = root.toString().replaceAll("\\s+", " ").trim();
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }
}
