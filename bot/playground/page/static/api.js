// The page's requests. Whom they act for stands in X-Act-As; an error carries Discord's own code and words.

import { actingAs } from "./acting.js";

export class ApiError extends Error {
  constructor(status, body) {
    super(body?.message || `The server answered ${status}.`);
    this.status = status;
    this.code = body?.code ?? 0;
    this.errors = body?.errors;
    this.retryAfter = body?.retry_after;
  }

  /** The first field error if there is one: it says more than "Invalid Form Body". */
  get words() {
    const detail = firstDetail(this.errors);
    return detail ? `${this.message}: ${detail}` : this.message;
  }
}

function firstDetail(errors, path = "") {
  if (!errors || typeof errors !== "object") return "";
  if (Array.isArray(errors._errors) && errors._errors.length) {
    const text = errors._errors[0].message ?? "";
    return path ? `${path}: ${text}` : text;
  }
  for (const [key, value] of Object.entries(errors)) {
    const found = firstDetail(value, path ? `${path}.${key}` : key);
    if (found) return found;
  }
  return "";
}

async function call(method, path, body) {
  const headers = {};
  const me = actingAs();
  if (me) headers["X-Act-As"] = me;
  if (body !== undefined && !(body instanceof FormData)) {
    headers["Content-Type"] = "application/json";
    body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(`/page${path}`, { method, headers, body });
  } catch {
    throw new ApiError(0, { message: "The playground does not answer. Is it still running?" });
  }
  const text = await response.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = { message: text.slice(0, 200) };
  }
  if (!response.ok) throw new ApiError(response.status, data);
  return data;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);
export const patch = (path, body) => call("PATCH", path, body);
export const put = (path, body = {}) => call("PUT", path, body);
export const del = (path) => call("DELETE", path);

/** JSON alone, or multipart as Discord wants it when files come along. */
export function withFiles(payload, files) {
  if (!files.length) return payload;
  const form = new FormData();
  form.set("payload_json", JSON.stringify(payload));
  files.forEach((file, index) => form.set(`files[${index}]`, file, file.name));
  return form;
}
