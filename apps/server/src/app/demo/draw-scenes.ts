/** Colors of the positions on the draft board. */
const POSITION_COLORS = ['#b5452c', '#2b6b7f', '#4d7a3a', '#d9a441', '#6d4c82']

/** A draft board in the ninth round: a column for each team and a label for each player. */
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

/** A tailgate party: a grill, a table and a string of pennants in a parking lot. */
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
