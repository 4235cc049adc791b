package dev.reprise.lab.soak;

import dev.reprise.lab.Medians;
import dev.reprise.lab.soak.client.Sample;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;

/**
 * By how much a figure grows with the requests, once the first third of a run is over: the median
 * of the slopes between all pairs of samples (Theil and Sen), which single samples do not move.
 *
 * @param perRequest the growth with each request
 * @param median the median of the figure
 * @param requests how many requests were made between the first of the samples and the last
 */
public record Slope(double perRequest, double median, long requests) {

  /** The slope of a figure over the samples of a run. */
  public static Slope of(List<Sample> samples, ToLongFunction<Sample> figure) {
    Thirds thirds = Thirds.of(samples);
    List<Sample> judged = samples.subList(1 + thirds.first().size(), samples.size());
    double[] slopes = new double[judged.size() * (judged.size() - 1) / 2];
    int pair = 0;
    for (int i = 0; i < judged.size(); i++) {
      for (int j = i + 1; j < judged.size(); j++) {
        slopes[pair++] =
            (double) (figure.applyAsLong(judged.get(j)) - figure.applyAsLong(judged.get(i)))
                / (judged.get(j).requests() - judged.get(i).requests());
      }
    }
    return new Slope(
        Medians.median(DoubleStream.of(slopes)),
        Medians.median(judged.stream().mapToDouble(figure::applyAsLong)),
        judged.get(judged.size() - 1).requests() - judged.get(0).requests());
  }

  /** The growth over half of what is judged, which is a third of the run. */
  public double overAThird() {
    return perRequest * requests / 2;
  }

  /** Whether that is within 5 % of the figure, or within the allowance. */
  public boolean isFlat(long allowance) {
    return Math.abs(overAThird()) <= Math.max(median / 20, allowance);
  }
}
