const PORTRAIT_SIZE = 320

type HairStyle = 'short' | 'long' | 'curls' | 'bun' | 'bald' | 'cap'
type Appearance = readonly [
  skin: string,
  hair: string,
  haircut: HairStyle,
  shirt: string,
  background: string,
  accessory?: 'glasses' | 'beard',
]

/** The owners with a portrait. The app shows the initials of the others, who left the league long ago. */
const PORTRAITS = {
  'Ada Quill': ['#e8b896', '#2d1f1a', 'bun', '#2b6b7f', '#e9dcc0', 'glasses'],
  'Bram Tolliver': ['#f0c9a8', '#b5652c', 'short', '#4d7a3a', '#dbe5ea', 'beard'],
  'Cleo Marsh': ['#8d5a3c', '#1d1512', 'curls', '#d9a441', '#d6e3d2'],
  'Dov Pepperell': ['#dba97e', '#3a2a20', 'cap', '#b5452c', '#f0e2c8', 'beard'],
  'Edie Vance': ['#f3d2b8', '#d8b25e', 'long', '#6d4c82', '#dfe9e4'],
  'Fitz Okonjo': ['#6b4129', '#17110e', 'short', '#3f4f6b', '#f2d9c4', 'glasses'],
  'Greta Lund': ['#f2ccb0', '#8a3b22', 'long', '#33415c', '#e6ddc6'],
  'Hugo Barley': ['#eabf9c', '#9a7a4a', 'bald', '#8a6a3d', '#d9e0ec', 'beard'],
  'Ines Carrow': ['#c98f66', '#20160f', 'long', '#c0562f', '#e3ead9', 'glasses'],
  'Jonah Mudge': ['#e3b48c', '#54402c', 'cap', '#4a6741', '#ece0d4'],
  'Lena Fogg': ['#f4d8c4', '#b9b2a6', 'bun', '#56707a', '#eadfce'],
  'Milo Carrow': ['#c48a61', '#20160f', 'curls', '#2f6f5e', '#f1e3c6'],
} as const satisfies Record<string, Appearance>

export function hasPortrait(owner: string): owner is keyof typeof PORTRAITS {
  return Object.hasOwn(PORTRAITS, owner)
}

export function drawPortrait(owner: keyof typeof PORTRAITS): Promise<Uint8Array<ArrayBuffer>> {
  const [skin, hair, haircut, shirt, background, accessory]: Appearance = PORTRAITS[owner]
  return renderSvg(
    `<rect width="100%" height="100%" fill="${background}"/>${haircut === 'long' ? backHair(hair) : ''}
    <path d="M40 320q4 -88 84 -92h72q80 4 84 92z" fill="${shirt}"/>
    <path d="M132 190h56v44q-28 26 -56 0z" fill="${skin}"/><path d="M132 206q28 22 56 0v14q-28 20 -56 0z" opacity="0.14"/>
    <ellipse cx="160" cy="142" rx="58" ry="68" fill="${skin}"/>
    ${accessory === 'beard' ? beard(hair) : ''}${hairShape(haircut, hair, shirt)}${accessory === 'glasses' ? GLASSES : ''}`,
    PORTRAIT_SIZE,
    PORTRAIT_SIZE,
  )
}

const GLASSES = `<g fill="none" stroke="#1f2328" stroke-width="5"><circle cx="136" cy="146" r="19"/>
  <circle cx="184" cy="146" r="19"/><path d="M155 144q5 -5 10 0M117 142l-14 -5M203 142l14 -5"/></g>`

const beard = (hair: string) =>
  `<path d="M102 146q6 24 26 24q32 -14 64 0q20 0 26 -24q4 74 -58 76q-62 -2 -58 -76z" fill="${hair}"/>`

const backHair = (hair: string) => `<path d="M88 130q0 -74 72 -74t72 74v112q-72 30 -144 0z" fill="${hair}"/>`

function hairShape(haircut: HairStyle, hair: string, shirt: string): string {
  const fringe = `<path d="M100 140q-6 -82 60 -84q66 2 60 84q-10 -40 -40 -46q-44 10 -66 4q-12 14 -14 42z" fill="${hair}"/>`
  switch (haircut) {
    case 'short':
    case 'long':
      return fringe
    case 'bun':
      return `<circle cx="160" cy="50" r="28" fill="${hair}"/>${fringe}`
    case 'curls':
      return [0, 1, 2, 3, 4, 5, 6, 7, 8]
        .map((index) => {
          const angle = Math.PI * (0.94 + index * 0.14)
          const [x, y] = [160 + 60 * Math.cos(angle), 130 + 62 * Math.sin(angle)]
          return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="26" fill="${hair}"/>`
        })
        .join('')
    case 'cap':
      return `<path d="M98 118q2 -70 62 -70t62 70q-62 -22 -124 0z" fill="${shirt}"/>
        <path d="M98 118q62 -24 124 0q26 4 34 20q-84 -26 -158 -8z" fill="${shirt}"/><path d="M98 118q62 -24 124 0q-62 -12 -124 12z" opacity="0.2"/>`
    case 'bald':
      return `<ellipse cx="140" cy="100" rx="16" ry="9" fill="#fff" opacity="0.35"/>`
  }
}

const TROPHY_SIZE = 640

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
    TROPHY_SIZE,
    TROPHY_SIZE,
  )
}

const [WIDTH, HEIGHT] = [1200, 800]

const COLORS = ['#b5452c', '#2b6b7f', '#d9a441', '#4d7a3a', '#6d4c82', '#c77b95', '#3f4f6b', '#8a6a3d']

const PICTURES = { pennants, chalkboard, evening, trophy, 'draft board': draftBoard, tailgate }

export type PictureName = keyof typeof PICTURES

/** `champions` is oldest first. The pictures contain no text because a server may have no fonts. */
export function drawPicture(name: PictureName, champions: readonly string[]) {
  return renderSvg(PICTURES[name](champions), WIDTH, HEIGHT)
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

function draftBoard(): string {
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

function tailgate(): string {
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

async function renderSvg(content: string, width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`
  return Uint8Array.from(await sharp(Buffer.from(svg)).png().toBuffer())
}
