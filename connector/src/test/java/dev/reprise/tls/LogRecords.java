package dev.reprise.tls;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Collectors;

class LogRecords extends Handler implements AutoCloseable {

  final List<LogRecord> records = new CopyOnWriteArrayList<>();
  private final Logger logger;

  LogRecords(String name, Level level) {
    logger = Logger.getLogger(name);
    logger.addHandler(this);
    logger.setLevel(level);
  }

  List<String> lines(Level level) {
    return records.stream()
        .filter(entry -> entry.getLevel().equals(level))
        .map(new SimpleFormatter()::formatMessage)
        .collect(Collectors.toList());
  }

  @Override
  public void publish(LogRecord entry) {
    records.add(entry);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setLevel(null);
  }
}
