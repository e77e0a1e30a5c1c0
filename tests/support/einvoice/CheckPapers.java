import java.io.FileInputStream;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeSet;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;

/**
 * Validates by veraPDF and the standard of the first argument (3a, ua1). One line per file,
 * followed by its errors.
 */
public class CheckPapers {
  public static void main(String[] arguments) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    PDFAFlavour standard = PDFAFlavour.byFlavourId(arguments[0]);
    for (int at = 1; at < arguments.length; at++) {
      try (InputStream file = new FileInputStream(arguments[at]);
          PDFAParser parser = Foundries.defaultInstance().createParser(file, standard)) {
        var result = Foundries.defaultInstance().createValidator(standard, false).validate(parser);
        System.out.println((result.isCompliant() ? "valid " : "INVALID ") + arguments[at]);
        TreeSet<String> broken = new TreeSet<>();
        for (TestAssertion each : result.getTestAssertions())
          broken.add(each.getRuleId().getClause() + "-" + each.getRuleId().getTestNumber() + " " + each.getMessage() + " " + each.getLocation().getContext());
        broken.stream().limit(12).forEach(System.out::println);
      }
    }
  }
}
