// The page: asks each second, and shows what it is told.

const KEPT = 180;
const TOUR_MILLIS = 1000 * (new URLSearchParams(location.search).get("tour") ?? 12);
const form = document.getElementById("switches");
const samples = [];
let running = true;
let tour = null;

async function ask(path, options) {
  const response = await fetch(path, options);
  if (!response.ok) {
    throw new Error(`${path}: ${response.status}`);
  }
  return response.json();
}

function fill(choices) {
  for (const [name, values] of Object.entries(choices)) {
    form.elements[name].replaceChildren(...values.map(([value, title]) => new Option(title, value)));
  }
}

function position() {
  const value = (name) => form.elements[name].value;
  return {client: value("client"), tls: value("tls"), threads: Number(value("threads")), fault: value("fault"), running};
}

async function turn() {
  await guarded(async () => show(await ask("api/switches", {
    method: "PUT", headers: {"Content-Type": "application/json"}, body: JSON.stringify(position()),
  })));
}

async function guarded(action) {
  try {
    await action();
    document.getElementById("status").textContent = "";
  } catch (e) {
    document.getElementById("status").textContent = `The demo does not answer (${e.message}).`;
  }
}

function show({runs}) {
  const now = runs[0];
  for (const name of ["client", "tls", "threads", "fault"]) {
    form.elements[name].value = now.switches[name];
  }
  running = now.switches.running;
  document.getElementById("running").textContent = running ? "Pause" : "Go on";
  document.body.dataset.run = now.run;
  document.getElementById("runs").replaceChildren(...runs.map((run) => row(run, run === now)));
  document.getElementById("errors").replaceChildren(...Object.entries(now.errors).map(([error, count]) => {
    const item = document.createElement("li");
    item.textContent = `${count}: ${error}`;
    return item;
  }));
}

function row(run, current) {
  const handshakes = run.full + run.resumed;
  const line = document.createElement("tr");
  line.className = current ? "current" : "";
  const cells = [
    run.title, run.switches.tls.replace("TLSv", ""), run.switches.threads, run.switches.fault,
    Math.round(run.perSecond), handshakes ? `${(100 * run.resumed / handshakes).toFixed(1)} %` : "",
    run.full, run.threads, `${run.median.toFixed(1)} ms`, `${run.high.toFixed(1)} ms`, `${run.cpuMillis.toFixed(2)} ms`, run.failed,
  ];
  line.append(...cells.map((text, column) => {
    const cell = document.createElement("td");
    cell.textContent = text;
    cell.className = column ? "" : run.switches.client;
    return cell;
  }));
  return line;
}

function draw() {
  const most = Math.max(1, ...samples.map((sample) => sample.rate));
  document.getElementById("most").textContent = Math.round(most);
  document.getElementById("chart").replaceChildren(...samples.map((sample, at) => {
    const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const height = 58 * sample.rate / most;
    bar.setAttribute("class", sample.client);
    for (const [name, value] of Object.entries({x: at, y: 60 - height, width: 0.9, height})) {
      bar.setAttribute(name, value);
    }
    return bar;
  }));
}

async function poll() {
  const state = await ask("api/state");
  show(state);
  samples.push({client: state.runs[0].switches.client, rate: state.runs[0].perSecond});
  samples.splice(0, samples.length - KEPT);
  draw();
}

function tourTo(clients) {
  const next = clients[0];
  document.getElementById("tour").textContent = next ? "Stop the tour" : "Show all three";
  clearTimeout(tour);
  if (next) {
    form.elements.client.value = next.value;
    running = true;
    turn();
    tour = setTimeout(() => tourTo(clients.slice(1)), TOUR_MILLIS);
  } else {
    tour = null;
  }
}

form.addEventListener("change", turn);
document.getElementById("running").addEventListener("click", () => {
  running = !running;
  turn();
});
document.getElementById("tour").addEventListener("click", () => tourTo(tour ? [] : [...form.elements.client.options]));

fill(await ask("api/choices"));
for (;;) {
  await guarded(poll);
  await new Promise((done) => setTimeout(done, 1000));
}
