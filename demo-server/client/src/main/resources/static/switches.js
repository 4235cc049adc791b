// The switches: what stands where, and a change of one.

import { dot, element } from "./format.js";

const form = document.getElementById("switches");
const fault = document.getElementById("fault");
const faultEvery = document.getElementById("fault-every");
const running = document.getElementById("running");

const VERSION = { "TLSv1.3": "1.3", "TLSv1.2": "1.2" };

function segments(id, values) {
  const box = document.getElementById(id);
  for (const { value, text, title = "", color } of values) {
    const input = element("input", { type: "radio", name: id, value });
    const label = element("label", { title }, input);
    if (color) {
      label.append(dot(color));
    }
    label.append(text);
    box.append(label);
  }
}

/** Draws all there is to choose from; onChange is told of the switches wanted. */
export function draw(choices, onChange) {
  segments("clients", choices.clients.map((c) => ({ value: c.name, text: c.title, title: c.description, color: c.name })));
  segments("tls", choices.tlsVersions.map((version) => ({ value: version, text: VERSION[version] ?? version })));
  segments("threads", choices.threads.map((threads) => ({ value: threads, text: threads })));
  for (const { name, description } of choices.faults) {
    fault.append(element("option", { value: name, title: description }, name));
  }
  for (const interval of choices.faultIntervals) {
    faultEvery.append(element("option", { value: interval }, interval === 1 ? "in each call" : `in one call of ${interval}`));
  }
  form.addEventListener("change", () => onChange(wanted()));
  running.addEventListener("click", () => onChange({ ...wanted(), running: running.dataset.running !== "true" }));
}

function chosen(name) {
  return form.querySelector(`input[name="${name}"]:checked`).value;
}

function wanted() {
  return {
    client: chosen("clients"),
    tls: chosen("tls"),
    threads: Number(chosen("threads")),
    fault: fault.value,
    faultEvery: Number(faultEvery.value),
    running: running.dataset.running === "true",
  };
}

function choose(name, value) {
  const input = form.querySelector(`input[name="${name}"][value="${value}"]`);
  if (input) {
    input.checked = true;
  } else {
    segments(name, [{ value, text: value }]);
    choose(name, value);
  }
}

/** Puts the switches where the server has them. */
export function show(switches) {
  choose("clients", switches.client);
  choose("tls", switches.tls);
  choose("threads", switches.threads);
  fault.value = switches.fault;
  fault.title = fault.selectedOptions[0]?.title ?? "";
  faultEvery.value = switches.faultEvery;
  faultEvery.hidden = switches.fault === "none";
  running.dataset.running = switches.running;
  running.textContent = switches.running ? "Pause" : "Run";
}
