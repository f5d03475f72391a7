import type { getPlayoffRace } from '@fieldhouse/contract/insights/playoff-race'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { listStandings, Standing } from '@fieldhouse/contract/standings'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups, hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { type Box, CAPITAL, type Drawing } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  type CardTeam,
  displayName,
  drawLogo,
  drawPanel,
  formatScore,
} from './card.ts'

type Standings = ResponseOf<typeof listStandings>
type Race = ResponseOf<typeof getPlayoffRace>
type TeamRace = Race['teams'][number]

/** More teams than these are in two columns. */
const MAX_STANDINGS_ROWS = { wide: 6, tall: 20 } as const
const MAX_RACE_ROWS = { wide: 6, tall: 16 } as const
const MAX_TEAMS = { wide: 20, tall: 40 } as const

/** The height of the heading of standings. */
const HEAD = 44

/** The teams of a season in order, with the playoff line. */
export function drawStandings(context: CardContext, standings: Standings): Drawing {
  const { season, is_finished: isFinished, playoff_teams: playoffTeams } = standings
  const card = beginCard(context, {
    title: isFinished ? 'Final Standings' : 'Standings',
    detail: `Season ${season}`,
  })
  const { content, format, picture } = card
  const teams = standings.standings.slice(0, MAX_TEAMS[format])
  const hidden = standings.standings.length - teams.length
  const boxes = drawColumns(card, teams, MAX_STANDINGS_ROWS[format], {
    head: HEAD,
    height: content.height - (hidden > 0 ? 30 : 0),
    drawRow(row, team, index) {
      const position = index + 1
      if (!row.isFirst) drawStandingsLine(card, row, playoffTeams === position - 1)
      drawStanding(card, row, team, position, standings)
    },
  })
  for (const box of boxes) drawHead(card, box, standings)
  if (hidden > 0) drawFooter(card, `and ${hidden} more teams`)
  return picture.finish()
}

/** The teams in the order of their seeds, with their odds and what is proven, and the playoff line. */
export function drawRace(
  context: CardContext,
  race: Race,
  cardTeams: readonly (CardTeam & { teamId: number })[],
): Drawing {
  const { places, model } = race
  const card = beginCard(context, {
    title: 'Playoff Race',
    detail: `Season ${race.season}, through week ${race.week}`,
  })
  const { content, format, picture } = card
  const teams = race.teams.toSorted((a, b) => a.current_seed - b.current_seed)
  drawColumns(card, teams, MAX_RACE_ROWS[format], {
    head: 0,
    height: content.height - 30,
    drawRow(row, team) {
      if (!row.isFirst) drawRaceLine(card, row, team.current_seed === places + 1)
      const info = cardTeams.find(({ teamId }) => teamId === team.team_id)
      drawTeamRace(card, row, team, info ?? { name: `Team ${team.team_id}`, logo: null }, places)
    },
  })
  const runs = model === null ? '' : `, ${model.runs.toLocaleString('en')} simulated seasons`
  drawFooter(card, `${places} places${runs}`)
  return picture.finish()
}

type Row = Box & { isFirst: boolean }

/** Panels with a row for each team, below a heading. Returns the panels. */
function drawColumns<Team>(
  card: Card,
  teams: readonly Team[],
  maxRows: number,
  {
    head,
    height,
    drawRow,
  }: { head: number; height: number; drawRow: (row: Row, team: Team, index: number) => void },
): Box[] {
  const { content, isWide } = card
  const columns = teams.length > maxRows ? 2 : 1
  const perColumn = Math.ceil(teams.length / columns)
  const gap = 24
  const width = (content.width - gap * (columns - 1)) / columns
  const rowHeight = Math.min(isWide ? 84 : 112, (height - head) / perColumn)
  return Array.from({ length: columns }, (_, column) => {
    const first = column * perColumn
    const rows = teams.slice(first, first + perColumn)
    const x = content.x + column * (width + gap)
    const box = { x, y: content.y, width, height: head + rows.length * rowHeight }
    drawPanel(card, box)
    for (const [index, team] of rows.entries()) {
      const y = box.y + head + index * rowHeight
      drawRow({ x, y, width, height: rowHeight, isFirst: index === 0 }, team, first + index)
    }
    return box
  })
}

function drawFooter({ content, picture, palette }: Card, text: string): void {
  picture.text(text, {
    x: content.x,
    y: content.y + content.height,
    size: 22,
    color: palette.muted,
    maxWidth: content.width * 0.75,
  })
}

/** The place and the logo of a team. Returns where its name begins. */
function drawPlace(
  card: Card,
  row: Row,
  team: CardTeam,
  { place, isAboveLine, size, side }: { place: number; isAboveLine: boolean; size: number; side: number },
): { x: number; baseline: number } {
  const { picture, palette } = card
  const baseline = row.y + row.height / 2 + size * (CAPITAL / 2)
  picture.text(`${place}`, {
    x: row.x + 46,
    y: baseline,
    size,
    weight: 900,
    color: isAboveLine ? palette.accent : palette.muted,
    align: 'right',
  })
  drawLogo(card, team, row.x + 64, row.y + (row.height - side) / 2, side)
  return { x: row.x + 64 + side, baseline }
}

function drawName(
  { picture, palette }: Card,
  name: string,
  { x, y, size, right }: { x: number; y: number; size: number; right: number },
): void {
  picture.text(displayName(name), {
    x,
    y,
    size,
    weight: 700,
    color: palette.ink,
    maxWidth: right - x,
    minSize: size * 0.72,
  })
}

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
      each == null ? '–' : `${{ win: 'W', loss: 'L', tie: 'T' }[each.outcome]}${each.length}`,
  }
  return [
    ...(hasMatchups(format) && !isNarrow ? [streak] : []),
    ...(hasWeeklyPoints(format) ? [points] : []),
    ...(hasMatchups(format) ? [record] : []),
  ]
}

function drawHead({ picture, palette }: Card, box: Box, standings: Standings): void {
  let x = box.x + box.width - 24
  for (const { head, width } of columnsOf(standings, box.width < 600)) {
    picture.text(head, { x, y: box.y + 32, size: 20, color: palette.muted, align: 'right' })
    x -= width
  }
  picture.text('Team', { x: box.x + 72, y: box.y + 32, size: 20, color: palette.muted })
}

function drawStandingsLine({ picture, palette }: Card, row: Row, isPlayoffLine: boolean): void {
  const [x, width] = [row.x + 20, row.width - 40]
  if (!isPlayoffLine) {
    picture.rect({ x, y: row.y - 0.5, width, height: 1 }, { fill: palette.line })
    return
  }
  for (let dash = 0; dash + 12 <= width; dash += 20)
    picture.rect({ x: x + dash, y: row.y - 1.5, width: 12, height: 3 }, { fill: palette.accent })
}

function drawRaceLine({ picture, palette }: Card, row: Row, isPlayoffLine: boolean): void {
  const [x, width] = [row.x + 20, row.width - 40]
  picture.rect(
    { x, y: row.y - (isPlayoffLine ? 1.5 : 0.5), width, height: isPlayoffLine ? 3 : 1 },
    { fill: isPlayoffLine ? palette.accent : palette.line },
  )
}

function drawStanding(card: Card, row: Row, team: Standing, position: number, standings: Standings): void {
  const { picture, palette, isWide } = card
  // Most names fit without being made smaller, so that the rows look alike.
  const size = Math.min(row.width < 600 ? 26 : isWide ? 32 : 38, row.height * 0.5)
  const rank = team.rank ?? position
  const isAboveLine = standings.playoff_teams !== null && rank <= standings.playoff_teams
  const side = Math.min(52, row.height * 0.74)
  const { x: logoEnd, baseline } = drawPlace(card, row, team, { place: rank, isAboveLine, size, side })
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
  drawName(card, team.name, { x: logoEnd + 16, y: baseline, size, right: x - 4 })
}

/** The odds with the sign of what is simulated or proven: a share is never 0% or 100%. */
function oddsOf({ proven, status, odds }: TeamRace): { text: string; share: number } {
  if (proven) return status === 'eliminated' ? { text: 'Out', share: 0 } : { text: 'In', share: 1 }
  if (odds === null) return { text: '–', share: 0 }
  const { playoffs: share } = odds
  if (share < 0.01) return { text: '<1%', share }
  return { text: share > 0.99 ? '>99%' : `${Math.round(share * 100)}%`, share }
}

function drawTeamRace(card: Card, row: Row, team: TeamRace, info: CardTeam, places: number): void {
  const { picture, palette } = card
  const size = Math.min(row.width < 600 ? 26 : 36, row.height * 0.42)
  const { text, share } = oddsOf(team)
  const isIn = team.proven && share === 1
  const { x: logoEnd, baseline } = drawPlace(card, row, info, {
    place: team.current_seed,
    isAboveLine: team.current_seed <= places,
    size,
    side: Math.min(52, row.height * 0.7),
  })
  const right = row.x + row.width - 24
  picture.text(text, {
    x: right,
    y: baseline,
    size: size * 1.1,
    weight: 900,
    color: isIn ? palette.good : share === 0 && team.proven ? palette.muted : palette.ink,
    align: 'right',
  })
  const width = row.width * (row.width < 600 ? 0.16 : 0.28)
  const bar = { x: right - size * 2.5 - width - 8, y: row.y + row.height / 2 - 8, width, height: 16 }
  picture.rect(bar, { fill: palette.sunken, radius: 8 })
  if (share > 0)
    picture.rect(
      { ...bar, width: Math.max(16, width * share) },
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
  drawName(card, info.name, { x: logoEnd + 14, y: baseline, size, right: bar.x - 16 - recordWidth - 10 })
}
