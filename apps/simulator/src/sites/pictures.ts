import { NFL_TEAMS } from '../nfl.ts'
import { espnIdOf } from '../players.ts'
import { randomFrom } from '../random.ts'
import type { SimulatedResponse, SiteRequest } from '../simulated-http.ts'

const LOGO_FOLDER = '/lm-static/logo-packs/ffl/simulated/'

type Emblem = { ink: string; paper: string; motif: string }

/** The logos of the league's teams by abbreviation. The others have none, and the app shows their initials. */
const EMBLEMS: Readonly<Record<string, Emblem>> = {
  INK: emblem('#f4ead2', '#1f4e79', '<path d="M50 18c16 22 22 34 22 44a22 22 0 0 1-44 0c0-10 6-22 22-44z"/>'),
  TOLL: emblem('#fff3d6', '#2f6f3e', '<path d="M18 70h64v8H18zM24 30h8v40h-8zM32 34l50-14 3 8-53 15z"/>'),
  MUD: emblem(
    '#e9f2d8',
    '#6b4a2b',
    '<path d="M20 66q15-14 30 0t30 0v16H20zM38 58q-6-30 4-40 6 22 2 40zM54 58q0-26 12-34 2 20-4 34z"/>',
  ),
  SALT: emblem('#123a4a', '#8fd0d8', '<path d="M36 34h28l6 50H30zM38 18h24l3 12H35z"/>'),
  VAN: emblem('#fff', '#6d3f8c', '<path d="M50 16l9 24 25 1-20 16 7 25-21-15-21 15 7-25-20-16 25-1z"/>'),
  FITZ: emblem('#ffe9e0', '#b3261e', '<path d="M54 12 28 56h18l-6 32 32-48H52z"/>'),
  LUND: emblem(
    '#eaf3ff',
    '#0f3d6e',
    '<path d="M46 16h8v12h16v8H54v34q14-2 20-16l8 4q-8 24-32 26-24-2-32-26l8-4q6 14 20 16V36H30v-8h16z"/>',
  ),
  STIK: emblem(
    '#fff',
    '#d9722b',
    '<path d="M36 34q14-8 28 0L50 88zM46 32q-14-4-14-16 12 2 16 14 0-12 6-18 6 8 0 18 8-8 14-6-4 12-16 10z"/>',
  ),
  GRDG: emblem('#fbe8a6', '#3b3f46', '<path d="M24 28h52v12H24zM32 44h36v40H32zM44 16h12v10H44z"/>'),
  SORE: emblem(
    '#f7fbe9',
    '#4c8a2f',
    '<path d="M50 86V50M50 16q26 10 20 34-6 16-20 16-14 0-20-16-6-24 20-34z"/>',
  ),
}

function emblem(ink: string, paper: string, motif: string): Emblem {
  return { ink, paper, motif }
}

export function logoUrlOf(abbrev: string): string | null {
  return Object.hasOwn(EMBLEMS, abbrev) ? `https://g.espncdn.com${LOGO_FOLDER}${abbrev}.svg` : null
}

export function sleeperLogoUrlOf(abbrev: string): string | null {
  return Object.hasOwn(EMBLEMS, abbrev) ? `https://sleepercdn.com/uploads/${abbrev}.jpg` : null
}

export function pictureResponse({ request: { url } }: SiteRequest): SimulatedResponse | null {
  const sleeper =
    /^\/(uploads|avatars|content\/nfl\/players|images\/team_logos\/nfl)\/(?:thumbs?\/)?([\w-]+)(?:\.\w+)?$/.exec(
      url.pathname,
    )
  // Sleeper has no SVG, which is accepted from ESPN only.
  if (sleeper !== null) return { ...sleeperPicture(sleeper[1] ?? '', sleeper[2] ?? ''), isDrawing: true }
  const headshot = /^\/i\/headshots\/nfl\/players\/full\/(\d+)\.png$/.exec(url.pathname)
  if (headshot !== null) return drawing('0 0 350 254', drawHeadshot(Number(headshot[1])))
  const nflTeam = /^\/i\/teamlogos\/nfl\/500\/([a-z]+)\.png$/.exec(url.pathname)
  if (nflTeam !== null) return nflLogo(nflTeam[1] ?? '')
  if (!url.pathname.startsWith(LOGO_FOLDER)) return null
  return logo(url.pathname.slice(LOGO_FOLDER.length).replace(/\.svg$/, '')) ?? { status: 404, body: '' }
}

function logo(abbrev: string): SimulatedResponse | null {
  const design = EMBLEMS[abbrev]
  if (design === undefined) return null
  return drawing(
    '0 0 100 100',
    `<rect width="100" height="100" fill="${design.paper}"/><g fill="${design.ink}">${design.motif}</g>`,
  )
}

function sleeperPicture(folder: string, id: string): SimulatedResponse {
  if (folder === 'images/team_logos/nfl') return nflLogo(id === 'was' ? 'wsh' : id)
  if (folder === 'content/nfl/players') return drawing('0 0 350 254', drawHeadshot(espnIdOf(id)))
  return logo(id) ?? drawing('0 0 100 100', drawPattern(id))
}

function drawPattern(id: string): string {
  const random = randomFrom('pattern', id)
  const stripes = [0, 1, 2].map(
    (index) =>
      `<rect x="${index * 34}" width="34" height="100" fill="hsl(${random.integer(0, 359)} 50% ${random.integer(30, 70)}%)"/>`,
  )
  return stripes.join('')
}

function drawing(viewBox: string, content: string): SimulatedResponse {
  const [, , width, height] = viewBox.split(' ')
  return {
    status: 200,
    type: 'image/svg+xml',
    body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width}" height="${height}">${content}</svg>`,
  }
}

function nflLogo(abbrev: string): SimulatedResponse {
  const index = NFL_TEAMS.findIndex((team) => team.abbrev.toLowerCase() === abbrev)
  const team = NFL_TEAMS[index]
  if (team === undefined) return { status: 404, body: '' }
  return drawing(
    '0 0 500 500',
    `<path d="M250 30l180 60v150q0 150-180 230Q70 390 70 240V90z" fill="hsl(${(index * 67) % 360} 55% 34%)"/>
    <text x="250" y="310" font-family="sans-serif" font-weight="700" font-size="170" text-anchor="middle" fill="#fff">${team.location.charAt(0)}${team.name.charAt(0)}</text>`,
  )
}

const SKINS = ['#f0c9a8', '#dba97e', '#c08457', '#8d5a3c', '#6b4129', '#4f2f1e']
const HAIR = ['#17110e', '#2d1f1a', '#54402c', '#8a3b22', '#b98a4a']

function drawHeadshot(id: number): string {
  const pick = (choices: readonly string[], salt: number) => choices[(id * 31 + salt) % choices.length] ?? ''
  const [skin, hair] = [pick(SKINS, 1), pick(HAIR, 5)]
  const beard = id % 3 === 0 ? `<path d="M135 130q4 66 40 66t40-66q-8 24-40 24t-40-24z" fill="${hair}"/>` : ''
  return `<path d="M62 254q6-66 72-74h82q66 8 72 74z" fill="hsl(${(id * 47) % 360} 48% 38%)"/>
    <path d="M152 150h46v44q-23 20-46 0z" fill="${skin}"/><ellipse cx="175" cy="112" rx="46" ry="56" fill="${skin}"/>
    ${beard}<path d="M128 108q-8-62 47-64 55 2 47 64-6-30-22-36-25 8-50 0-16 6-22 36z" fill="${hair}"/>`
}
