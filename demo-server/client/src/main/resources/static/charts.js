// The charts: the last 90 seconds, one point a second.

import { dot, element, millis, rate } from "./format.js";

const WINDOW_SECONDS = 90;

const CHARTS = [
  {
    title: "Requests per second",
    byClient: true,
    series: [{ key: "answered", name: "answered" }, { key: "failed", name: "failed", color: "full", hideZero: true }],
  },
  {
    title: "Handshakes per second",
    stacked: true,
    series: [{ key: "full", name: "full", color: "full" }, { key: "resumed", name: "resumed", color: "resumed" }],
  },
  {
    title: "Threads started per second",
    series: [{ key: "threads", name: "threads", color: "url-connection", fill: true }],
  },
  {
    title: "Time to close a connection",
    time: true,
    floor: 0.01,
    series: [{ key: "closeLongest", name: "longest", color: "full" }, { key: "closeMedian", name: "median", color: "leased" }],
  },
  {
    title: "Time of a call",
    time: true,
    floor: 1,
    series: [{ key: "call99", name: "99 %", color: "full" }, { key: "callMedian", name: "median", color: "leased" }],
  },
  {
    title: "Lanes, each with a session of its own",
    stacked: true,
    series: [{ key: "lanesLeased", name: "in use", color: "leased" }, { key: "lanesFree", name: "free", color: "free" }],
  },
];

const drawn = [];
let clients = [];
let samples = [];

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Tints the time of each client, so that a chart tells who was on. */
const tint = {
  id: "tint",
  beforeDatasetsDraw({ ctx, chartArea, scales, data }) {
    const points = data.datasets[0].data.filter((point) => point.client);
    ctx.save();
    ctx.globalAlpha = 0.09;
    for (let i = 0; i < points.length; i++) {
      const from = Math.max(chartArea.left, scales.x.getPixelForValue(points[i].x - 1));
      const to = Math.max(from, scales.x.getPixelForValue(i + 1 < points.length ? points[i + 1].x - 1 : points[i].x));
      ctx.fillStyle = color(points[i].client);
      ctx.fillRect(from, chartArea.top, to - from, chartArea.height);
    }
    ctx.restore();
  },
};

function dataset(definition, series, index) {
  const line = color(series.color ?? "reprise");
  const fill = definition.stacked || series.fill;
  return {
    label: series.name,
    data: [],
    borderColor: line,
    backgroundColor: fill ? `color-mix(in srgb, ${line} 55%, transparent)` : line,
    borderWidth: fill ? 1 : 2,
    pointRadius: ({ raw }) => (raw?.alone ? 2.5 : 0),
    pointBorderWidth: 0,
    pointHitRadius: 8,
    fill: fill ? (definition.stacked && index > 0 ? "-1" : "origin") : false,
    segment: definition.byClient && !series.color ? { borderColor: ({ p1 }) => color(p1.raw.client ?? "reprise") } : undefined,
  };
}

function datasets(definition) {
  return definition.series.map((series, index) => dataset(definition, series, index));
}

function options(definition) {
  const quiet = color("quiet");
  const line = color("line");
  const figure = definition.time ? millis : rate;
  return {
    animation: false,
    maintainAspectRatio: false,
    parsing: false,
    normalized: true,
    interaction: { mode: "index", intersect: false },
    plugins: {
      legend: { display: false },
      tooltip: {
        filter: ({ raw }) => raw.y !== null,
        callbacks: {
          title: (items) => (items.length ? `${Math.round(-items[0].raw.x)} s ago` : ""),
          label: ({ dataset: { label }, raw }) => `${label}: ${figure(raw.value)}`,
        },
      },
    },
    scales: {
      x: {
        type: "linear",
        min: -WINDOW_SECONDS,
        max: 0,
        grid: { color: line },
        border: { color: line },
        ticks: { color: quiet, stepSize: 30, maxRotation: 0, callback: (value) => (value === 0 ? "now" : `${-value} s ago`) },
      },
      y: {
        type: definition.time ? "logarithmic" : "linear",
        stacked: definition.stacked,
        beginAtZero: true,
        min: definition.floor ?? 0,
        suggestedMax: definition.time ? 100 : 10,
        grid: { color: line },
        border: { display: false },
        ticks: {
          color: quiet,
          maxTicksLimit: definition.time ? undefined : 5,
          callback: definition.time ? (value) => (Number.isInteger(Math.log10(value)) ? millisTick(value) : null) : undefined,
        },
      },
    },
  };
}

function millisTick(value) {
  return value >= 1000 ? `${value / 1000} s` : `${value} ms`;
}

function legend(definition) {
  const named = definition.byClient ? clients.map((client) => ({ name: client.title, color: client.name })) : [];
  const rest = definition.series.filter((series) => series.color);
  return [...named, ...rest].map((series) => element("span", {}, dot(series.color), series.name));
}

/** Puts the charts onto the page; `known` are the clients that there are. */
export function draw(root, known) {
  clients = known;
  for (const definition of CHARTS) {
    const canvas = element("canvas", { role: "img", "aria-label": definition.title });
    root.append(
      element(
        "article",
        { class: "card chart" },
        element("header", {}, element("h2", {}, definition.title), element("div", { class: "legend" }, ...legend(definition))),
        element("div", { class: "canvas" }, canvas),
      ),
    );
    const config = { type: "line", data: { datasets: datasets(definition) }, options: options(definition), plugins: [tint] };
    drawn.push({ definition, chart: new Chart(canvas, config) });
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
}

/** Takes the page's colours, which change with its scheme. */
function paint() {
  for (const { definition, chart } of drawn) {
    chart.data.datasets = datasets(definition);
    chart.options = options(definition);
  }
  update([]);
}

/** A point for each sample, and a gap where the client was switched. */
function points({ key, hideZero }, now, floor) {
  const all = [];
  let run = null;
  for (const sample of samples) {
    const x = (sample.at - now) / 1000;
    if (run !== null && run !== sample.run) {
      all.push({ x: x - 0.5, y: null });
    }
    run = sample.run;
    const value = hideZero && sample[key] === 0 ? null : sample[key];
    all.push({ x, y: value === null ? null : Math.max(floor, value), value, client: sample.client });
  }
  // No line leads to a point between two gaps, so it is drawn as a dot.
  const gap = (point) => (point?.y ?? null) === null;
  all.forEach((point, index) => {
    point.alone = !gap(point) && gap(all[index - 1]) && gap(all[index + 1]);
  });
  return all;
}

/** Adds samples, oldest first, and moves the charts on. */
export function update(added) {
  samples.push(...added);
  const now = samples.length ? samples[samples.length - 1].at : 0;
  samples = samples.filter((sample) => now - sample.at <= (WINDOW_SECONDS + 2) * 1000);
  for (const { definition, chart } of drawn) {
    definition.series.forEach((series, index) => {
      chart.data.datasets[index].data = points(series, now, definition.floor ?? 0);
    });
    chart.update("none");
  }
}
