import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { listStandings, Standing } from '@fieldhouse/contract/standings'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups, hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { type Box, CAPITAL, type Drawing } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  displayName,
  drawLogo,
  drawPanel,
  formatScore,
} from './card.ts'

type Standings = ResponseOf<typeof listStandings>

/** More teams than these are in two columns. */
const MAX_ROWS = { wide: 6, tall: 20 } as const
const MAX_TEAMS = { wide: 20, tall: 40 } as const

/** The teams of a season in order, with the playoff line. */
export function drawStandings(context: CardContext, standings: Standings): Drawing {
  const { season, is_finished: isFinished } = standings
  const card = beginCard(context, {
    title: isFinished ? 'Final Standings' : 'Standings',
    detail: `Season ${season}`,
  })
  const { content, format, picture, palette } = card
  const teams = standings.standings.slice(0, MAX_TEAMS[format])
  const columns = teams.length > MAX_ROWS[format] ? 2 : 1
  const perColumn = Math.ceil(teams.length / columns)
  const gap = 24
  const width = (content.width - gap * (columns - 1)) / columns
  const hidden = standings.standings.length - teams.length
  const listHeight = content.height - (hidden > 0 ? 30 : 0)
  const rowHeight = Math.min(card.isWide ? 84 : 112, (listHeight - HEAD) / perColumn)
  for (let column = 0; column < columns; column += 1) {
    const rows = teams.slice(column * perColumn, (column + 1) * perColumn)
    const box = {
      x: content.x + column * (width + gap),
      y: content.y,
      width,
      height: HEAD + rows.length * rowHeight,
    }
    drawPanel(card, box)
    drawHead(card, box, standings)
    for (const [index, team] of rows.entries()) {
      const row = { ...box, y: box.y + HEAD + index * rowHeight, height: rowHeight }
      const position = column * perColumn + index + 1
      if (index > 0) drawLine(card, row, standings.playoff_teams === position - 1)
      drawRow(card, row, { team, position: team.rank ?? position, standings })
    }
  }
  if (hidden > 0)
    picture.text(`and ${hidden} more teams`, {
      x: content.x,
      y: content.y + content.height,
      size: 22,
      color: palette.muted,
    })
  return picture.finish()
}

const HEAD = 44

/** The columns of numbers from the right: their heading, width, and text. */
function columnsOf({ scoring_format: format }: Standings, isNarrow: boolean) {
  const record = { head: 'W-L', width: isNarrow ? 84 : 104, of: (team: Standing) => formatRecord(team) }
  const points = {
    head: 'PF',
    width: isNarrow ? 90 : 108,
    of: (team: Standing) => formatScore(team.points_for),
  }
  const streak = {
    head: 'Streak',
    width: 84,
    of: ({ streak: each }: Standing) =>
      each === null || each === undefined
        ? '–'
        : `${{ win: 'W', loss: 'L', tie: 'T' }[each.outcome]}${each.length}`,
  }
  const hasPoints = hasWeeklyPoints(format)
  const all = [
    ...(hasMatchups(format) ? [streak] : []),
    ...(hasPoints ? [points] : []),
    ...(hasMatchups(format) ? [record] : []),
  ]
  return isNarrow ? all.filter((column) => column !== streak) : all
}

function drawHead({ picture, palette }: Card, box: Box, standings: Standings): void {
  let x = box.x + box.width - 24
  for (const { head, width } of columnsOf(standings, box.width < 600)) {
    picture.text(head, { x, y: box.y + 32, size: 20, color: palette.muted, align: 'right' })
    x -= width
  }
  picture.text('Team', { x: box.x + 72, y: box.y + 32, size: 20, color: palette.muted })
}

function drawLine({ picture, palette }: Card, row: Box, isPlayoffLine: boolean): void {
  const [x, width] = [row.x + 20, row.width - 40]
  if (!isPlayoffLine) {
    picture.rect({ x, y: row.y - 0.5, width, height: 1 }, { fill: palette.line })
    return
  }
  for (let dash = 0; dash + 12 <= width; dash += 20)
    picture.rect({ x: x + dash, y: row.y - 1.5, width: 12, height: 3 }, { fill: palette.accent })
}

function drawRow(
  card: Card,
  row: Box,
  { team, position, standings }: { team: Standing; position: number; standings: Standings },
): void {
  const { picture, palette, isWide } = card
  // Most names fit without being made smaller, so that the rows look alike.
  const size = Math.min(row.width < 600 ? 26 : isWide ? 32 : 38, row.height * 0.5)
  const baseline = row.y + row.height / 2 + size * (CAPITAL / 2)
  const isPlayoffTeam = standings.playoff_teams !== null && position <= standings.playoff_teams
  picture.text(`${position}`, {
    x: row.x + 46,
    y: baseline,
    size,
    weight: 900,
    color: isPlayoffTeam ? palette.accent : palette.muted,
    align: 'right',
  })
  const side = Math.min(52, row.height * 0.74)
  drawLogo(card, team, row.x + 64, row.y + (row.height - side) / 2, side)
  let x = row.x + row.width - 24
  for (const [index, column] of columnsOf(standings, row.width < 600).entries()) {
    picture.text(column.of(team), {
      x,
      y: baseline,
      size: size * 0.92,
      weight: column.head === 'W-L' || index > 1 ? 700 : 500,
      color: column.head === 'W-L' ? palette.ink : palette.muted,
      align: 'right',
      maxWidth: column.width - 8,
    })
    x -= column.width
  }
  const nameX = row.x + 64 + side + 16
  picture.text(displayName(team.name), {
    x: nameX,
    y: baseline,
    size,
    weight: 700,
    color: palette.ink,
    maxWidth: x - nameX - 4,
    minSize: size * 0.72,
  })
}
