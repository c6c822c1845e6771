// Draws the scene with WebGL2: the table with its shadows, standees, marks. Does not depend on the board or the page.
import { PIXELS, pictures } from "./materials.js";
import { cross, lookingAt, orthographic, product, times, unit } from "./matrices.js";
import { FLOATS, LINE_FLOATS } from "./mesh.js";
import * as quick from "./quick.js";
import * as shaders from "./shaders.js";
import { Triangles } from "./visible.js";

// Light from the left, slightly from the front, so that the visible faces are lit.
const SUN = unit([-0.66, -0.3, 0.94]);
const SHADOW_PIXELS = 2048;
const CARD_FLOATS = 7;
const MARK_FLOATS = 7;
// Smaller triangles are left out while the camera moves without a graphics card.
const LEAST_PIXELS = 1;

export class NoWebGl extends Error {}

export class Renderer {
  constructor(canvas, { isFlipped = false } = {}) {
    const gl = canvas.getContext("webgl2", { antialias: false, alpha: false, powerPreference: "high-performance" });
    if (!gl) throw new NoWebGl();
    this.gl = gl;
    this.canvas = canvas;
    this.sun = isFlipped ? [-SUN[0], -SUN[1], SUN[2]] : SUN;
    this.isSoftware = /swiftshader|llvmpipe|software/i.test(this.hardware());
    const fitted = this.isSoftware ? shaders.fast : (program) => program;
    this.programs = {
      solid: this.program(shaders.SOLID_VERTEX, fitted(shaders.SOLID_FRAGMENT)),
      shadow: this.program(shaders.SHADOW_VERTEX, shaders.SHADOW_FRAGMENT),
      ink: this.program(shaders.INK_VERTEX, shaders.INK_FRAGMENT),
      card: this.program(shaders.CARD_VERTEX, fitted(shaders.CARD_FRAGMENT)),
      mark: this.program(shaders.MARK_VERTEX, shaders.MARK_FRAGMENT),
    };
    if (this.isSoftware) {
      this.programs.wall = this.program(quick.WALL_VERTEX, quick.WALL_FRAGMENT);
      this.programs.ground = this.program(quick.GROUND_VERTEX, quick.GROUND_FRAGMENT);
    }
    this.buffers = {
      town: this.buffer(FLOATS, [3, 3, 3, 3]),
      lines: this.buffer(LINE_FLOATS, [3, 3, 2]),
      pieces: this.buffer(FLOATS, [3, 3, 3, 3]),
      pieceLines: this.buffer(LINE_FLOATS, [3, 3, 2]),
      cards: this.buffer(CARD_FLOATS, [3, 2, 2]),
      marks: this.buffer(MARK_FLOATS, [3, 4]),
    };
    this.floors = [];
    this.chosen = gl.createBuffer();
    this.tiles = this.tileTexture();
    this.overlay = this.texture();
    this.glow = this.texture();
    this.atlas = this.texture();
    this.shadows = this.shadowMap();
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
  }

  program(vertex, fragment) {
    const { gl } = this;
    const made = gl.createProgram();
    for (const [kind, text] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
        throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(made, shader);
    }
    gl.linkProgram(made);
    const places = {};
    for (let at = 0; at < gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS); at += 1) {
      const { name } = gl.getActiveUniform(made, at);
      places[name] = gl.getUniformLocation(made, name);
    }
    return { made, places };
  }

  // A buffer of vertices with the sizes of their components.
  buffer(floats, parts) {
    const { gl } = this;
    const array = gl.createVertexArray();
    const data = gl.createBuffer();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, data);
    let offset = 0;
    for (const [place, size] of parts.entries()) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, floats * 4, offset * 4);
      offset += size;
    }
    gl.bindVertexArray(null);
    return { array, data, floats, count: 0 };
  }

  load(name, numbers) {
    const { gl } = this;
    const buffer = this.buffers[name];
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer.data);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(numbers), gl.DYNAMIC_DRAW);
    buffer.count = numbers.length / buffer.floats;
  }

  texture() {
    const { gl } = this;
    const made = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, made);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    return made;
  }

  // `name` is overlay, glow or atlas. The first row of a picture is at the far edge of the table.
  paint(name, picture, { isFlipped = false, hasMips = false } = {}) {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this[name]);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, isFlipped);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, name === "atlas");
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    const smooth = hasMips ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR;
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, smooth);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    if (hasMips) gl.generateMipmap(gl.TEXTURE_2D);
  }

  tileTexture() {
    const { gl } = this;
    const made = gl.createTexture();
    const drawn = pictures();
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, made);
    gl.texStorage3D(gl.TEXTURE_2D_ARRAY, Math.log2(PIXELS) + 1, gl.RGBA8, PIXELS, PIXELS, drawn.length);
    for (const [number, picture] of drawn.entries())
      gl.texSubImage3D(gl.TEXTURE_2D_ARRAY, 0, 0, 0, number, PIXELS, PIXELS, 1, gl.RGBA, gl.UNSIGNED_BYTE, picture);
    gl.generateMipmap(gl.TEXTURE_2D_ARRAY);
    gl.texParameteri(
      gl.TEXTURE_2D_ARRAY,
      gl.TEXTURE_MIN_FILTER,
      this.isSoftware ? gl.LINEAR_MIPMAP_NEAREST : gl.LINEAR_MIPMAP_LINEAR,
    );
    const finer = gl.getExtension("EXT_texture_filter_anisotropic");
    if (finer && !this.isSoftware) gl.texParameteri(gl.TEXTURE_2D_ARRAY, finer.TEXTURE_MAX_ANISOTROPY_EXT, 8);
    return made;
  }

  hardware() {
    const { gl } = this;
    const known = gl.getExtension("WEBGL_debug_renderer_info");
    return String(gl.getParameter(known ? known.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  }

  shadowMap() {
    const { gl } = this;
    const depth = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, depth);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, SHADOW_PIXELS, SHADOW_PIXELS);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    const frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, depth, 0);
    gl.drawBuffers([gl.NONE]);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return { depth, frame, matrix: null };
  }

  setTable({ width, length }, { mesh, floors }) {
    this.table = [width, length];
    this.load("town", mesh.numbers);
    this.load("lines", mesh.lines);
    this.floors = floors;
    this.triangles = this.isSoftware ? new Triangles(mesh.numbers, floors) : null;
    this.first = floors.length ? floors[0].start : mesh.count;
    this.firstLine = (floors.length ? floors[0].lineStart : mesh.lines.length) / LINE_FLOATS;
    const middle = [width / 2, length / 2, 0];
    const reach = Math.hypot(width, length) / 2 + 2;
    const view = lookingAt(
      middle.map((value, place) => value + this.sun[place] * reach * 2),
      middle,
    );
    this.shadows.matrix = product(orthographic([-reach, reach], [-reach, reach], [0.1, reach * 4]), view);
  }

  // Recomputes all shadows, after the table or a model has changed.
  castShadows(isShown = () => true) {
    const { gl } = this;
    const { made, places } = this.programs.shadow;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadows.frame);
    gl.viewport(0, 0, SHADOW_PIXELS, SHADOW_PIXELS);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.useProgram(made);
    gl.uniformMatrix4fv(places.view, false, this.shadows.matrix);
    gl.disable(gl.CULL_FACE);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1.5, 3);
    this.drawTown((_floor, isSolid) => isSolid, isShown);
    this.draw("pieces");
    this.draw("cards");
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.enable(gl.CULL_FACE);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  draw(name, start = 0, count = this.buffers[name].count) {
    if (!count) return;
    this.gl.bindVertexArray(this.buffers[name].array);
    this.gl.drawArrays(this.gl.TRIANGLES, start, count);
  }

  // Everything except floors, then each floor that `take(floor, isSolid)` accepts.
  drawTown(take, isShown) {
    this.draw("town", 0, this.first);
    for (const floor of this.floors) if (take(floor, isShown(floor))) this.draw("town", floor.start, floor.count);
  }

  // One frame. `look` is {view, night, fog, fogRange, isShown, solidity, scale}.
  render(look) {
    const { gl, canvas } = this;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(...look.fog, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.bindTextures();
    const isQuick = this.isSoftware && !look.hasInk;
    if (this.isSoftware && !isQuick) this.drawDepth(look);
    if (isQuick) this.drawVisible(look);
    const solid = this.use("solid", look);
    gl.uniform1f(solid.solidity, 1);
    if (!isQuick) this.drawTown((_floor, isSolid) => isSolid, look.isShown);
    this.draw("pieces");
    gl.uniform1f(solid.solidity, 0.25);
    for (const floor of this.floors)
      if (!look.isShown(floor) && look.isFaint(floor)) this.draw("town", floor.start, floor.count);
    gl.disable(gl.CULL_FACE);
    this.use("card", look);
    this.draw("cards");
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(false);
    if (look.hasInk) this.drawInk(look);
    this.use("mark", look);
    this.draw("marks");
    gl.depthMask(true);
    gl.disable(gl.BLEND);
    gl.enable(gl.CULL_FACE);
    gl.bindVertexArray(null);
  }

  // The visible triangles of the town, nearest first.
  drawVisible(look) {
    const { gl, canvas, triangles } = this;
    const shown = this.floors.map(look.isShown);
    const { walls, flats } = triangles.choose({
      view: look.view,
      eye: look.eye,
      pixels: canvas.height / 2 / Math.tan(look.angle / 2),
      least: LEAST_PIXELS,
      isShown: (number) => shown[number],
    });
    gl.bindVertexArray(this.buffers.town.array);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.chosen);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles.chosen.subarray(0, walls + flats), gl.STREAM_DRAW);
    this.use("wall", look);
    gl.drawElements(gl.TRIANGLES, walls, gl.UNSIGNED_INT, 0);
    this.use("ground", look);
    gl.drawElements(gl.TRIANGLES, flats, gl.UNSIGNED_INT, walls * 4);
  }

  drawInk(look) {
    const { gl, canvas } = this;
    const ink = this.use("ink", look);
    gl.uniform4f(ink.ink, 0.12, 0.08, 0.05, look.night ? 0.75 : 0.62);
    gl.uniform2f(ink.pixels, canvas.width / 2, canvas.height / 2);
    gl.uniform1f(ink.scale, canvas.height / 2 / Math.tan(look.angle / 2) / 2);
    this.draw("lines", 0, this.firstLine);
    for (const floor of this.floors)
      if (look.isShown(floor)) this.draw("lines", floor.lineStart / LINE_FLOATS, floor.lineCount / LINE_FLOATS);
    this.draw("pieceLines");
  }

  // Find what is in front before computing colours: without a graphics card colours are the slowest part.
  drawDepth(look) {
    const { gl } = this;
    const { made, places } = this.programs.shadow;
    gl.useProgram(made);
    gl.uniformMatrix4fv(places.view, false, look.view);
    gl.colorMask(false, false, false, false);
    this.drawTown((_floor, isSolid) => isSolid, look.isShown);
    this.draw("pieces");
    gl.colorMask(true, true, true, true);
    gl.depthFunc(gl.LEQUAL);
  }

  bindTextures() {
    const { gl } = this;
    for (const [place, [kind, texture]] of [
      [gl.TEXTURE_2D_ARRAY, this.tiles],
      [gl.TEXTURE_2D, this.shadows.depth],
      [gl.TEXTURE_2D, this.overlay],
      [gl.TEXTURE_2D, this.glow],
      [gl.TEXTURE_2D, this.atlas],
    ].entries()) {
      gl.activeTexture(gl.TEXTURE0 + place);
      gl.bindTexture(kind, texture);
    }
    gl.activeTexture(gl.TEXTURE5);
  }

  use(name, look) {
    const { gl } = this;
    const { made, places } = this.programs[name];
    gl.useProgram(made);
    gl.uniformMatrix4fv(places.view, false, look.view);
    for (const [place, sampler] of ["tiles", "shadows", "overlay", "glow", "atlas"].entries())
      if (places[sampler]) gl.uniform1i(places[sampler], place);
    if (places.toShadows) gl.uniformMatrix4fv(places.toShadows, false, this.shadows.matrix);
    if (places.sun) gl.uniform3fv(places.sun, this.sun);
    if (places.table) gl.uniform2fv(places.table, this.table);
    if (places.night) gl.uniform1f(places.night, look.night ? 1 : 0);
    if (places.fogColour) gl.uniform3fv(places.fogColour, look.fog);
    if (places.fogRange) gl.uniform2fv(places.fogRange, look.fogRange);
    return places;
  }

  dispose() {
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
}

// Corners of a thin strip from a to b that faces the camera, for marks: six vertices.
export function strip(a, b, eye, width) {
  const way = b.map((value, place) => value - a[place]);
  const side = times(
    unit(
      cross(
        way,
        a.map((value, place) => value - eye[place]),
      ),
    ),
    width / 2,
  );
  const move = (p, by) => p.map((value, place) => value + side[place] * by);
  return [move(a, -1), move(b, -1), move(b, 1), move(a, -1), move(b, 1), move(a, 1)];
}
