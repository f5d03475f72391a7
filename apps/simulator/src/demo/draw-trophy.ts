import { renderSvg } from './render-svg.ts'

const SIZE = 640

export const TROPHY_DESCRIPTION = 'A dented golden cup with a football on top, on a wooden base'

export function drawTrophy(): Promise<Uint8Array<ArrayBuffer>> {
  return renderSvg(
    `<rect width="100%" height="100%" fill="#2f4a3f"/><rect y="560" width="100%" height="80" fill="#5b3a24"/>
    <rect x="200" y="480" width="240" height="92" rx="8" fill="#7a4a2b"/>
    <rect x="250" y="504" width="140" height="40" rx="4" fill="#d8b25e"/>
    <g fill="none" stroke="#c9962f" stroke-width="24"><path d="M206 236q-96 8 -64 92q24 56 92 52"/>
      <path d="M434 236q96 8 64 92q-24 56 -92 52"/></g>
    <path d="M196 208h248q8 176 -92 216v56h-64v-56q-100 -40 -92 -216z" fill="#e0b23c"/>
    <path d="M224 208h48q-6 140 40 212q-92 -40 -88 -212z" fill="#f3d77c"/>
    <path d="M372 300q28 24 10 62" fill="none" stroke="#b07f1f" stroke-width="8"/>
    <ellipse cx="320" cy="142" rx="106" ry="62" fill="#8a4b2a"/>
    <path d="M276 142h88M296 126v32M320 126v32M344 126v32" stroke="#fff8e8" stroke-width="8"/>`,
    SIZE,
    SIZE,
  )
}
