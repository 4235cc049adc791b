// Tiles, lists and the table: the run that is on, and those before it.

import { count, dot, element, millis, rate, share } from "./format.js";

function put(id, text, mood = "") {
  const target = document.getElementById(id);
  target.textContent = text;
  target.className = target.tagName === "OUTPUT" ? mood : "detail";
}

function tiles(run) {
  const calls = run.answered + run.failed;
  const handshakes = run.full + run.resumed;
  put("rate", rate(run.perSecond));
  put("answered", `${count(run.answered)} answered`);
  put(
    "resumed",
    run.resumedLately === null ? "–" : share(run.resumedLately, 1),
    run.resumedLately === 1 ? "good" : run.resumedLately === null ? "" : "bad",
  );
  put("full", `${count(run.full)} full of ${count(handshakes)}`);
  put("threads-started", count(run.threads), run.threads > run.switches.threads ? "bad" : "good");
  put("threads-per-call", calls ? `${(run.threads / calls).toFixed(2)} for each call` : "");
  put("close-longest", millis(run.closeLongest));
  put("close-median", `median ${millis(run.closeMedian)}`);
  put("cpu", millis(run.cpuPerCall));
  put("failed", count(run.failed), run.failed ? "bad" : "good");
  put("failed-share", calls ? `${share(run.failed, calls)} of ${count(calls)}` : "");
}

const OUTCOMES = {
  CLOSE_NOTIFY: ["the server closed first, properly", "resumed"],
  LOCAL: ["idle, closed from here", "resumed"],
  EOF: ["the server closed without close_notify", "httpclient"],
  WAIT_EXPIRED: ["the server kept it open, the wait ran out", "httpclient"],
  DATA_AFTER_RESPONSE: ["data after the response", "httpclient"],
  RESET: ["broke while the close was awaited", "full"],
  ABORTED: ["given up: timeout, error or abort", "full"],
};

function bars(entries, wide) {
  const all = entries.reduce((sum, entry) => sum + entry.count, 0);
  const box = element("div", { class: wide ? "bars wide" : "bars" });
  for (const entry of entries) {
    box.append(
      element("span", { class: "what", title: entry.title ?? "" }, entry.name),
      element("span", { class: "bar", style: `--bar: var(--${entry.color}); --share: ${(100 * entry.count) / all}%` }),
      element("span", { class: "count" }, count(entry.count)),
    );
  }
  return box;
}

function closes(run) {
  const entries = Object.entries(run.closes).map(([outcome, number]) => {
    const [title, color] = OUTCOMES[outcome] ?? ["", "quiet"];
    return { name: `${outcome} – ${title}`, color, count: number };
  });
  document.getElementById("closes").replaceChildren(
    entries.length
      ? bars(entries, true)
      : element("p", { class: "detail" }, run.switches.client === "reprise" ? "None yet." : "This client does not tell; Reprise does."),
  );
}

function errors(run) {
  const entries = Object.entries(run.errors).map(([name, number]) => ({ name, count: number, color: "full" }));
  document.getElementById("errors").replaceChildren(
    entries.length ? bars(entries, true) : element("p", { class: "detail" }, "None."),
  );
}

function row(run, current, titles) {
  const { client, tls, threads, fault, faultEvery } = run.switches;
  const number = (text) => element("td", { class: "number" }, text);
  return element(
    "tr",
    current ? { class: "current" } : {},
    element("td", {}, dot(client), titles.get(client) ?? client),
    element("td", {}, tls.replace("TLSv", "")),
    element("td", {}, String(threads)),
    element("td", {}, fault === "none" ? "none" : faultEvery === 1 ? fault : `${fault}, 1 of ${faultEvery}`),
    number(rate(run.perSecond)),
    number(run.resumedLately === null ? "–" : share(run.resumedLately, 1)),
    number(count(run.full)),
    number(count(run.threads)),
    number(`${millis(run.callMedian)} / ${millis(run.call99)}`),
    number(`${millis(run.closeMedian)} / ${millis(run.closeLongest)}`),
    number(millis(run.cpuPerCall)),
    number(count(run.failed)),
  );
}

/** Shows the runs, newest first; `titles` are the clients' by name. */
export function show(runs, titles) {
  tiles(runs[0]);
  closes(runs[0]);
  errors(runs[0]);
  document.getElementById("runs").replaceChildren(...runs.map((run, index) => row(run, index === 0, titles)));
}
