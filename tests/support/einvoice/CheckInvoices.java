import org.mustangproject.validator.ZUGFeRDValidator;

/**
 * Validates by the CII schema and the Schematron of EN 16931, PDFs also by veraPDF. One line per
 * file, followed by its errors.
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
