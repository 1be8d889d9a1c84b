// Line icons on a 24 × 24 grid, drawn for this page.

const PATHS = {
  hash: ["M9.5 4 7 20M17 4l-2.5 16M4 9h16.5M3.5 15H20"],
  lock: ["M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3"],
  forum: ["M4 5h12v9H9l-4 3.5V14H4zM19 9h1.5v8H19v3l-3.5-3H11"],
  thread: ["M5 4v8a4 4 0 0 0 4 4h11M16.5 12.5 20 16l-3.5 3.5"],
  warning: ["M12 4 2.8 20h18.4zM12 10v4.5M12 17.3v.2"],
  at: ["M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM16 8v5.5a2.4 2.4 0 0 0 4.8 0V12a8.8 8.8 0 1 0-3.6 7.1"],
  members: ["M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.6-4 3.2-6 6.5-6s5.9 2 6.5 6M15.5 5a3.3 3.3 0 0 1 0 6.300M17 13.800c2.4.6 4 2.5 4.5 5.7"],
  gear: ["M12 15.200a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.400z", "M12 3v2.500M12 18.500V21M3 12h2.500M18.5 12H21M5.6 5.600l1.8 1.800M16.6 16.600l1.8 1.800M18.4 5.600l-1.8 1.800M7.4 16.600l-1.8 1.8"],
  plus: ["M12 5v14M5 12h14"],
  close: ["M6 6l12 12M18 6 6 18"],
  menu: ["M4 7h16M4 12h16M4 17h16"],
  reply: ["M10 6 4 12l6 6M4 12h10c4 0 6 2.5 6 7"],
  edit: ["M4 20l1-4.500L16 4.5 19.5 8 8.5 19z"],
  trash: ["M5 7h14M10 7V4.500h4V7M7 7l1 13h8l1-13"],
  smile: ["M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 14c1 1.8 2.4 2.6 4 2.600s3-.8 4-2.600M9 9.500v.2M15 9.500v.2"],
  more: ["M5.5 12v.2M12 12v.2M18.5 12v.2"],
  send: ["M4 4.5 20.5 12 4 19.5 6.5 12zM6.5 12H20"],
  file: ["M6 3h8l4 4v14H6zM14 3v4h4"],
  download: ["M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14"],
  sun: ["M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M18.7 5.300l-1.4 1.400M6.7 17.300l-1.4 1.4"],
  moon: ["M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500z"],
  swap: ["M4 9h14M14.5 5.5 18 9l-3.5 3.500M20 15H6M9.5 11.5 6 15l3.5 3.5"],
  chevron: ["M6 9.500l6 6 6-6"],
  eye: ["M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z"],
  bolt: ["M13 3 5 14h6l-1 7 8-11h-6z"],
  copy: ["M9 9h11v11H9zM15 9V4H4v11h5"],
  external: ["M13 5h6v6M19 5l-9 9M10 6H5v13h13v-5"],
  pin: ["M9 4h6l-.5 6 3 3.500H6.500l3-3.500zM12 13.500V20"],
  check: ["M5 12.5 10 17.5 19.5 7"],
  volume: ["M4 9.500v5h3.500L12 18.500v-13L7.5 9.500zM15.5 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11"],
};

export function icon(name, size = 20) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("width", size);
  svg.setAttribute("height", size);
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  for (const shape of PATHS[name] ?? []) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", shape);
    svg.append(path);
  }
  return svg;
}
