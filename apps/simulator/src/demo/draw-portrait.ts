import { renderSvg } from './render-svg.ts'

const SIZE = 320

type HairStyle = 'short' | 'long' | 'curls' | 'bun' | 'bald' | 'cap'
type Appearance = {
  skin: string
  hair: string
  haircut: HairStyle
  shirt: string
  background: string
  accessory?: 'glasses' | 'beard'
}

/** The owners with a portrait. The app shows the initials of the others, who left the league long ago. */
const PORTRAITS = {
  'Ada Quill': appearance('#e8b896', '#2d1f1a', 'bun', '#2b6b7f', '#e9dcc0', 'glasses'),
  'Bram Tolliver': appearance('#f0c9a8', '#b5652c', 'short', '#4d7a3a', '#dbe5ea', 'beard'),
  'Cleo Marsh': appearance('#8d5a3c', '#1d1512', 'curls', '#d9a441', '#d6e3d2'),
  'Dov Pepperell': appearance('#dba97e', '#3a2a20', 'cap', '#b5452c', '#f0e2c8', 'beard'),
  'Edie Vance': appearance('#f3d2b8', '#d8b25e', 'long', '#6d4c82', '#dfe9e4'),
  'Fitz Okonjo': appearance('#6b4129', '#17110e', 'short', '#3f4f6b', '#f2d9c4', 'glasses'),
  'Greta Lund': appearance('#f2ccb0', '#8a3b22', 'long', '#33415c', '#e6ddc6'),
  'Hugo Barley': appearance('#eabf9c', '#9a7a4a', 'bald', '#8a6a3d', '#d9e0ec', 'beard'),
  'Ines Carrow': appearance('#c98f66', '#20160f', 'long', '#c0562f', '#e3ead9', 'glasses'),
  'Jonah Mudge': appearance('#e3b48c', '#54402c', 'cap', '#4a6741', '#ece0d4'),
  'Lena Fogg': appearance('#f4d8c4', '#b9b2a6', 'bun', '#56707a', '#eadfce'),
  'Milo Carrow': appearance('#c48a61', '#20160f', 'curls', '#2f6f5e', '#f1e3c6'),
} as const satisfies Record<string, Appearance>

export function hasPortrait(owner: string): owner is keyof typeof PORTRAITS {
  return Object.hasOwn(PORTRAITS, owner)
}

function appearance(
  skin: string,
  hair: string,
  haircut: HairStyle,
  shirt: string,
  background: string,
  accessory?: 'glasses' | 'beard',
): Appearance {
  return { skin, hair, haircut, shirt, background, ...(accessory === undefined ? {} : { accessory }) }
}

export function drawPortrait(owner: keyof typeof PORTRAITS): Promise<Uint8Array<ArrayBuffer>> {
  const { skin, hair, haircut, shirt, background, accessory }: Appearance = PORTRAITS[owner]
  return renderSvg(
    `<rect width="100%" height="100%" fill="${background}"/>${haircut === 'long' ? backHair(hair) : ''}
    <path d="M40 320q4 -88 84 -92h72q80 4 84 92z" fill="${shirt}"/>
    <path d="M132 190h56v44q-28 26 -56 0z" fill="${skin}"/><path d="M132 206q28 22 56 0v14q-28 20 -56 0z" opacity="0.14"/>
    <ellipse cx="160" cy="142" rx="58" ry="68" fill="${skin}"/>
    ${accessory === 'beard' ? beard(hair) : ''}${hairShape(haircut, hair, shirt)}${accessory === 'glasses' ? GLASSES : ''}`,
    SIZE,
    SIZE,
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
