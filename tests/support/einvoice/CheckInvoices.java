import org.mustangproject.validator.ZUGFeRDValidator;

/**
 * One line a file: its name and whether it is valid, by the CII schema and the Schematron of EN 16931, and of a PDF also by
 * veraPDF. What is wrong with one follows.
 */
public class CheckInvoices {
  public static void main(String[] files) {
    for (String file : files) {
      ZUGFeRDValidator validator = new ZUGFeRDValidator();
      validator.disableNotices();
      String report = validator.validate(file);
      boolean isValid = validator.wasCompletelyValid();
      System.out.println((isValid ? "valid " : "INVALID ") + file);
      if (!isValid) System.out.println(report);
    }
  }
}
