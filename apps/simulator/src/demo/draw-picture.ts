import { renderSvg } from './render-svg.ts'

export type PictureName = 'pennants' | 'chalkboard' | 'evening' | 'trophy' | 'draft board' | 'tailgate'

const [WIDTH, HEIGHT] = [1200, 800]

const COLORS = ['#b5452c', '#2b6b7f', '#d9a441', '#4d7a3a', '#6d4c82', '#c77b95', '#3f4f6b', '#8a6a3d']

/** `champions` is oldest first. The pictures contain no text because a server may have no fonts. */
export function drawPicture(
  name: PictureName,
  champions: readonly string[],
): Promise<Uint8Array<ArrayBuffer>> {
  const drawings = {
    pennants: () => pennants(champions),
    chalkboard,
    evening,
    trophy,
    'draft board': draftBoard,
    tailgate,
  }
  return renderSvg(drawings[name](), WIDTH, HEIGHT)
}

function pennants(champions: readonly string[]): string {
  const winners = [...new Set(champions)]
  const flags = champions.map((champion, index) => {
    const [column, row] = [index % 5, Math.floor(index / 5)]
    const [x, y] = [90 + column * 215, 110 + row * 225]
    const color = COLORS[winners.indexOf(champion) % COLORS.length] ?? ''
    return `<path d="M${x} ${y}h150l-75 170z" fill="${color}"/>
      <path d="M${x} ${y}h150l-8 18h-134z" fill="#f6efe0"/>
      <circle cx="${x + 75}" cy="${y + 62}" r="24" fill="#f6efe0"/>
      <ellipse cx="${x + 75}" cy="${y + 62}" rx="19" ry="11" fill="#7a4526"/>
      <path d="M${x + 64} ${y + 62}h22m-16 -4v8m5 -8v8m5 -8v8" stroke="#f6efe0" stroke-width="2"/>`
  })
  const boards = [180, 400, 610].map((x) => `<path d="M${x} 0v${HEIGHT}"/>`).join('')
  const strings = [110, 335, 560].map((y) => `<path d="M0 ${y - 14}Q600 ${y + 18} 1200 ${y - 14}"/>`).join('')
  return `<rect width="100%" height="100%" fill="#ece3d0"/>
    <g stroke="#ddd2ba" stroke-width="3">${boards}</g>
    <g stroke="#5b4a36" stroke-width="4" fill="none">${strings}</g>${flags.join('')}`
}

function chalkboard(): string {
  const offense = [
    ...[470, 535, 600, 665, 730].map((x) => [x, 500] as const),
    ...([
      [600, 580],
      [600, 680],
      [150, 500],
      [1050, 500],
      [830, 540],
      [330, 540],
    ] as const),
  ]
  const defense = [
    ...[450, 550, 650, 750].map((x) => [x, 410] as const),
    ...([
      [380, 310],
      [600, 300],
      [820, 310],
      [150, 380],
      [1050, 380],
      [430, 150],
      [770, 150],
    ] as const),
  ]
  const circles = offense.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="21"/>`).join('')
  const crosses = defense.map(([x, y]) => `<path d="M${x - 17} ${y - 17}l34 34m0 -34l-34 34"/>`).join('')
  const routes = [
    'M150 475V230L340 70',
    'M1050 475V260H880',
    'M830 515Q840 250 1110 90',
    'M600 655Q720 640 930 600',
  ]
    .map((path) => `<path d="${path}" marker-end="url(#arrow)"/>`)
    .join('')
  return `<defs><marker id="arrow" markerWidth="9" markerHeight="9" refX="5" refY="4.5" orient="auto">
      <path d="M0 0l9 4.5l-9 4.5" fill="none" stroke="#f4d35e" stroke-width="1.6"/></marker></defs>
    <rect width="100%" height="100%" fill="#7a5a3a"/>
    <rect x="30" y="30" width="1140" height="740" rx="10" fill="#2c4a3e"/>
    <path d="M60 455H1140" stroke="#dfe8e2" stroke-width="3" stroke-dasharray="26 14" opacity="0.6"/>
    <g fill="none" stroke="#f2f5f0" stroke-width="6" stroke-linecap="round">${circles}${crosses}</g>
    <g fill="none" stroke="#f4d35e" stroke-width="5" stroke-linecap="round" stroke-dasharray="18 12">${routes}</g>`
}

function evening(): string {
  const yardLines = Array.from({ length: 7 }, (_, index) => {
    const y = 560 + index * index * 6.5
    return `<path d="M0 ${y}H1200"/>`
  }).join('')
  const crowd = Array.from({ length: 90 }, (_, index) => {
    const [x, y] = [index * 13.4 + 4, 520 - ((index * 37) % 11)]
    return `<circle cx="${x.toFixed(0)}" cy="${y}" r="7"/>`
  }).join('')
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2b3a67"/>
      <stop offset="0.6" stop-color="#c8553d"/><stop offset="1" stop-color="#f2c078"/></linearGradient></defs>
    <rect width="100%" height="560" fill="url(#sky)"/><circle cx="850" cy="440" r="80" fill="#fbe3a4"/>
    <g fill="#3a2d3f">${crowd}<rect y="518" width="1200" height="42"/></g>
    <rect y="555" width="100%" height="245" fill="#3f6b3a"/>
    <g stroke="#dbe8d0" stroke-width="3" opacity="0.75">${yardLines}</g>
    <g fill="none" stroke="#f4d35e" stroke-width="13" stroke-linecap="round"><path d="M420 620V430M260 130V430H580V130"/></g>
    <g transform="translate(760 210) rotate(-28)"><ellipse rx="58" ry="33" fill="#5e3720"/>
      <path d="M-26 0h52m-40 -9v18m13 -18v18m13 -18v18" stroke="#f2ead8" stroke-width="4"/></g>`
}

function trophy(): string {
  const rays = Array.from(
    { length: 16 },
    (_, index) => `<path d="M600 330L570 -420H630z" transform="rotate(${index * 22.5} 600 330)"/>`,
  ).join('')
  return `<rect width="100%" height="100%" fill="#33415c"/><g fill="#3d4d6b">${rays}</g>
    <rect y="660" width="1200" height="140" fill="#5b4130"/><rect y="652" width="1200" height="14" fill="#7a5a3f"/>
    <ellipse cx="600" cy="664" rx="230" ry="14" fill="#2a1e15" opacity="0.5"/>
    <path d="M470 660h260l-22 -84h-216z" fill="#2a2118"/><rect x="530" y="600" width="140" height="36" rx="4" fill="#d9a441"/>
    <g fill="none" stroke="#d9a441" stroke-width="24"><path d="M455 190Q330 190 350 300T500 420M745 190Q870 190 850 300T700 420"/></g>
    <path d="M440 140h320q0 260 -125 318l14 118h-98l14 -118q-125 -58 -125 -318z" fill="#e5b54f"/>
    <path d="M480 160h60q-6 190 50 270q-100 -60 -110 -270z" fill="#f6dc97"/>
    <ellipse cx="600" cy="140" rx="160" ry="24" fill="#b98a2f"/>
    <g transform="translate(600 280) rotate(-18)"><ellipse rx="68" ry="40" fill="#7a4526"/>
      <path d="M-32 0h64m-48 -11v22m16 -22v22m16 -22v22" stroke="#f6efe0" stroke-width="5"/></g>`
}

const POSITION_COLORS = ['#b5452c', '#2b6b7f', '#4d7a3a', '#d9a441', '#6d4c82']

export function draftBoard(): string {
  const labels = Array.from({ length: 12 * 8 + 5 }, (_, pick) => {
    const [round, pickInRound] = [Math.floor(pick / 12), pick % 12]
    const column = round % 2 === 0 ? pickInRound : 11 - pickInRound
    const [x, y] = [96 + column * 85, 168 + round * 58]
    const color = POSITION_COLORS[(pick * 7 + column * 3) % POSITION_COLORS.length] ?? ''
    const tilt = ((pick * 5) % 7) - 3
    return `<g transform="translate(${x} ${y}) rotate(${tilt / 2})"><rect width="76" height="46" rx="3" fill="#fffdf5"/>
      <rect width="76" height="13" rx="3" fill="${color}"/>
      <path d="M8 25h${34 + ((pick * 11) % 24)}M8 36h${20 + ((pick * 17) % 30)}" stroke="#6a6357" stroke-width="4"/></g>`
  })
  const columnHeaders = Array.from({ length: 12 }, (_, column) => {
    const x = 96 + column * 85
    return `<rect x="${x}" y="112" width="76" height="40" rx="4" fill="#2f3e34"/><path d="M${x + 12} 132h52" stroke="#efe9d8" stroke-width="6"/>`
  })
  return `<rect width="100%" height="100%" fill="#d8cdb6"/>
    <rect x="52" y="64" width="1096" height="690" rx="8" fill="#6a4c30"/>
    <rect x="68" y="80" width="1064" height="658" fill="#ece6d6"/>${columnHeaders.join('')}${labels.join('')}
    <g fill="#c0392b">${[110, 1090].map((x) => `<circle cx="${x}" cy="94" r="8"/>`).join('')}</g>`
}

export function tailgate(): string {
  const flags = Array.from({ length: 15 }, (_, index) => {
    const x = 20 + index * 80
    const y = 120 + Math.round(46 * Math.sin((Math.PI * index) / 14))
    return `<path d="M${x} ${y}h56l-28 56z" fill="${POSITION_COLORS[index % POSITION_COLORS.length]}"/>`
  })
  const smoke = [0, 1, 2].map(
    (index) =>
      `<path d="M${300 + index * 46} 430q-34 -46 0 -86t0 -92" fill="none" stroke="#fff" stroke-width="12" opacity="${0.5 - index * 0.1}" stroke-linecap="round"/>`,
  )
  const slats = [236, 300, 364, 428].map((x) => `<path d="M${x} 462v-20"/>`)
  return `<rect width="100%" height="100%" fill="#9cc3d5"/><circle cx="1010" cy="250" r="70" fill="#fbe3a4"/>
    <path d="M0 520q300 -90 620 -30t580 -40v350H0z" fill="#7d9a5b"/><rect y="620" width="1200" height="180" fill="#5d6066"/>
    <path d="M0 118q600 110 1200 0" fill="none" stroke="#4a4036" stroke-width="4"/>${flags.join('')}${smoke.join('')}
    <g><path d="M210 470h250q0 120 -125 120t-125 -120z" fill="#2b2b2e"/><path d="M210 470h250" stroke="#8d9095" stroke-width="12"/>
      <g stroke="#8d9095" stroke-width="8">${slats.join('')}</g>
      <path d="M270 580l-44 130M400 580l44 130M335 590v112" stroke="#2b2b2e" stroke-width="12"/>
      ${[262, 322, 382].map((x) => `<rect x="${x - 26}" y="442" width="52" height="18" rx="9" fill="#a8512f"/>`).join('')}</g>
    <g><path d="M620 560h470l26 40H594z" fill="#c0562f"/><path d="M640 600v116M1070 600v116" stroke="#6a4c30" stroke-width="16"/>
      ${[650, 730, 810, 890, 970, 1050].map((x) => `<path d="M${x - 30} 560h40v40h-40z" fill="#f6efe0"/>`).join('')}
      <rect x="668" y="488" width="120" height="72" rx="8" fill="#2b6b7f"/><rect x="660" y="474" width="136" height="22" rx="6" fill="#f6efe0"/>
      <g transform="translate(930 530) rotate(-16)"><ellipse rx="56" ry="32" fill="#7a4526"/><path d="M-26 0h52m-40 -9v18m14 -18v18m14 -18v18" stroke="#f6efe0" stroke-width="4"/></g>
      <path d="M826 500h34v60h-34z" fill="#b5452c"/><path d="M834 484h18v16h-18z" fill="#4d7a3a"/></g>`
}
