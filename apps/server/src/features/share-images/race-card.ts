import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getPlayoffRace } from '@fieldhouse/contract/playoff-race'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { type Box, CAPITAL, type Drawing } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  type CardTeam,
  displayName,
  drawLogo,
  drawPanel,
} from './card.ts'

type Race = ResponseOf<typeof getPlayoffRace>
type TeamRace = Race['teams'][number]

/** More teams than these are in two columns. */
const MAX_ROWS = { wide: 6, tall: 16 } as const

/** The teams in the order of their seeds, with their odds and what is proven, and the playoff line. */
export function drawRace(
  context: CardContext,
  race: Race,
  cardTeams: readonly (CardTeam & { teamId: number })[],
): Drawing {
  const card = beginCard(context, {
    title: 'Playoff Race',
    detail: `Season ${race.season}, through week ${race.week}`,
  })
  const { content, format, picture, palette } = card
  const teams = race.teams.toSorted((a, b) => a.current_seed - b.current_seed)
  const columns = teams.length > MAX_ROWS[format] ? 2 : 1
  const perColumn = Math.ceil(teams.length / columns)
  const gap = 24
  const width = (content.width - gap * (columns - 1)) / columns
  const listHeight = content.height - 30
  const rowHeight = Math.min(card.isWide ? 84 : 112, listHeight / perColumn)
  for (let column = 0; column < columns; column += 1) {
    const rows = teams.slice(column * perColumn, (column + 1) * perColumn)
    const box = {
      x: content.x + column * (width + gap),
      y: content.y,
      width,
      height: rows.length * rowHeight,
    }
    drawPanel(card, box)
    for (const [index, team] of rows.entries()) {
      const row = { ...box, y: box.y + index * rowHeight, height: rowHeight }
      if (index > 0) drawLine(card, row, team.current_seed === race.places + 1)
      const info = cardTeams.find(({ teamId }) => teamId === team.team_id)
      drawRow(card, row, team, {
        info: info ?? { name: `Team ${team.team_id}`, logo: null },
        isAboveLine: team.current_seed <= race.places,
      })
    }
  }
  picture.text(describeSource(race), {
    x: content.x,
    y: content.y + content.height,
    size: 22,
    color: palette.muted,
    maxWidth: content.width * 0.75,
  })
  return picture.finish()
}

function describeSource({ places, model }: Race): string {
  const runs = model === null ? '' : `, ${model.runs.toLocaleString('en')} simulated seasons`
  return `${places} places${runs}`
}

function drawLine({ picture, palette }: Card, row: Box, isPlayoffLine: boolean): void {
  const [x, width] = [row.x + 20, row.width - 40]
  picture.rect(
    { x, y: row.y - (isPlayoffLine ? 1.5 : 0.5), width, height: isPlayoffLine ? 3 : 1 },
    { fill: isPlayoffLine ? palette.accent : palette.line },
  )
}

/** The odds with the sign of what is simulated or proven: a share is never 0% or 100%. */
function oddsOf({ proven, status, odds }: TeamRace): { text: string; share: number } {
  if (proven) return status === 'eliminated' ? { text: 'Out', share: 0 } : { text: 'In', share: 1 }
  if (odds === null) return { text: '–', share: 0 }
  const { playoffs: share } = odds
  if (share < 0.01) return { text: '<1%', share }
  return { text: share > 0.99 ? '>99%' : `${Math.round(share * 100)}%`, share }
}

function drawRow(
  card: Card,
  row: Box,
  team: TeamRace,
  { info, isAboveLine }: { info: CardTeam; isAboveLine: boolean },
): void {
  const { picture, palette } = card
  const size = Math.min(row.width < 600 ? 26 : 36, row.height * 0.42)
  const middle = row.y + row.height / 2
  const baseline = middle + size * (CAPITAL / 2)
  const { text, share } = oddsOf(team)
  const isIn = team.proven && share === 1
  picture.text(`${team.current_seed}`, {
    x: row.x + 46,
    y: baseline,
    size,
    weight: 900,
    color: isAboveLine ? palette.accent : palette.muted,
    align: 'right',
  })
  const side = Math.min(52, row.height * 0.7)
  drawLogo(card, info, row.x + 64, middle - side / 2, side)
  const right = row.x + row.width - 24
  const oddsWidth = size * 2.5
  picture.text(text, {
    x: right,
    y: baseline,
    size: size * 1.1,
    weight: 900,
    color: isIn ? palette.good : share === 0 && team.proven ? palette.muted : palette.ink,
    align: 'right',
  })
  const barWidth = row.width * (row.width < 600 ? 0.16 : 0.28)
  const bar = { x: right - oddsWidth - barWidth - 8, y: middle - 8, width: barWidth, height: 16 }
  picture.rect(bar, { fill: palette.sunken, radius: 8 })
  if (share > 0)
    picture.rect(
      { ...bar, width: Math.max(16, barWidth * share) },
      { fill: isIn ? palette.good : palette.accent, radius: 8, opacity: isIn ? 1 : 0.75 },
    )
  const recordWidth = size * 2.2
  picture.text(formatRecord(team), {
    x: bar.x - 16,
    y: baseline,
    size: size * 0.85,
    color: palette.muted,
    align: 'right',
    maxWidth: recordWidth,
  })
  const nameX = row.x + 64 + side + 14
  picture.text(displayName(info.name), {
    x: nameX,
    y: baseline,
    size,
    weight: 700,
    color: palette.ink,
    maxWidth: bar.x - 16 - recordWidth - 10 - nameX,
    minSize: size * 0.72,
  })
}
