package dev.reprise.lab.soak;

import dev.reprise.lab.soak.client.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The samples of a run in three parts of equal work, without the one before the first request.
 *
 * @param first the beginning
 * @param middle the middle
 * @param last the end
 */
public record Thirds(List<Sample> first, List<Sample> middle, List<Sample> last) {

  /** Splits the samples of a run. */
  public static Thirds of(List<Sample> samples) {
    List<Sample> after = samples.subList(1, samples.size());
    int third = after.size() / 3;
    if (third == 0) {
      throw new IllegalArgumentException(samples.size() + " samples have no three parts");
    }
    return new Thirds(
        after.subList(0, after.size() - 2 * third),
        after.subList(after.size() - 2 * third, after.size() - third),
        after.subList(after.size() - third, after.size()));
  }

  /** The medians of a figure. */
  public Row medians(ToLongFunction<Sample> figure) {
    return new Row(median(first, figure), median(middle, figure), median(last, figure));
  }

  private static long median(List<Sample> samples, ToLongFunction<Sample> figure) {
    return atQuantile(samples.stream().mapToLong(figure).sorted().toArray(), 0.5);
  }

  /** The value below which that part of the sorted values lies; 0 if there are none. */
  static long atQuantile(long[] sorted, double quantile) {
    int index = (int) Math.ceil(quantile * sorted.length) - 1;
    return sorted.length == 0 ? 0 : sorted[Math.max(0, index)];
  }

  /** Sums up what grows from sample to sample: its growth over each third. */
  public Row growth(ToLongFunction<Sample> counter, Sample before) {
    long[] at =
        Arrays.asList(
                before,
                first.get(first.size() - 1),
                middle.get(middle.size() - 1),
                last.get(last.size() - 1))
            .stream()
            .mapToLong(counter)
            .toArray();
    return new Row(at[1] - at[0], at[2] - at[1], at[3] - at[2]);
  }

  /**
   * A figure in each third.
   *
   * @param first in the first third
   * @param middle in the middle third
   * @param last in the last third
   */
  public record Row(long first, long middle, long last) {

    /** Whether the last third is within 5 % of the middle one, or within the allowance. */
    public boolean isFlat(long allowance) {
      return Math.abs(last - middle) <= Math.max(middle / 20, allowance);
    }
  }
}
