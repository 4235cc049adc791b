// The page: asks the server each second, and shows what it says.

import * as charts from "./charts.js";
import * as panels from "./panels.js";
import * as switches from "./switches.js";
import * as tour from "./tour.js";

const POLL_MILLIS = 1000;

const status = document.getElementById("status");
let titles = new Map();
let current = null;
let seen = 0;
let lost = false;

function say(text, wrong = false) {
  status.textContent = text;
  status.classList.toggle("wrong", wrong);
}

async function answer(response) {
  const body = await response.json();
  if (!response.ok) {
    throw new Error(body.error ?? `status ${response.status}`);
  }
  return body;
}

function show(state) {
  const added = state.samples.filter((sample) => sample.sequence > seen);
  if (added.length) {
    seen = added[added.length - 1].sequence;
  }
  current = state.switches;
  switches.show(current);
  panels.show(state.runs, titles);
  charts.update(added);
  document.body.dataset.run = state.runs[0].run;
  document.body.dataset.sequence = seen;
}

async function turn(wanted) {
  say(`Starting ${titles.get(wanted.client)} …`);
  try {
    const response = await fetch(`api/switches?after=${seen}`, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wanted),
    });
    show(await answer(response));
    say("");
  } catch (error) {
    say(`That did not work: ${error.message}`, true);
  }
}

async function poll() {
  try {
    const state = await answer(await fetch(`api/state?after=${seen}`));
    if (lost) {
      location.reload();
      return;
    }
    show(state);
  } catch (error) {
    lost = true;
    say(`The dashboard does not answer (${error.message}). Is it still running?`, true);
  }
  setTimeout(poll, POLL_MILLIS);
}

async function start() {
  const choices = await answer(await fetch("api/choices"));
  titles = new Map(choices.clients.map((client) => [client.name, client.title]));
  document.getElementById("target").textContent = choices.target;
  document.getElementById("machine").textContent = `${choices.processors} processors (Java ${choices.java})`;
  switches.draw(choices, (wanted) => {
    tour.stop();
    turn(wanted);
  });
  charts.draw(document.getElementById("charts"), choices.clients);
  tour.prepare(choices.clients.map((client) => client.name), (client) => turn({ ...current, client, running: true }));
  poll();
}

start().catch((error) => say(`The page could not be drawn: ${error.message}`, true));
