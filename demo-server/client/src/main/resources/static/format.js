// Figures in words.

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const NOTHING = "–";

export function count(value) {
  return value === null ? NOTHING : whole.format(value);
}

export function rate(value) {
  return value > 0 && value < 10 ? value.toFixed(1) : count(value);
}

export function millis(value) {
  if (value === null) {
    return NOTHING;
  }
  if (value < 10) {
    return `${value.toFixed(value < 1 ? 2 : 1)} ms`;
  }
  return value < 10000 ? `${whole.format(value)} ms` : `${(value / 1000).toFixed(1)} s`;
}

/** Never rounded up to 100 %: one handshake that is not resumed is seen. */
export function share(part, all) {
  if (all === 0) {
    return NOTHING;
  }
  const percent = (100 * part) / all;
  return percent > 0 && percent < 100 ? `${(Math.floor(percent * 10) / 10).toFixed(1)} %` : `${percent} %`;
}

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

export function dot(color) {
  return element("span", { class: "dot", style: `--dot: var(--${color})` });
}
