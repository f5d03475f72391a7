import type { Standing } from '@fieldhouse/contract/standings'
import { formatSimulatedShare } from '@fieldhouse/domain/format-share'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups, hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import type { Box, Drawing } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  type CardTeam,
  centerIn,
  displayName,
  drawLogo,
  drawPanel,
  formatScore,
} from './card.ts'
import type { Content } from './read-card-image.ts'

type Standings = Content<'standings'>['standings']
type TeamRace = Content<'race'>['race']['teams'][number]

const MAX_STANDINGS_ROWS = { wide: 6, tall: 20 } as const
const MAX_RACE_ROWS = { wide: 6, tall: 16 } as const
const MAX_TEAMS = { wide: 20, tall: 40 } as const

const HEAD = 44

export function drawStandings(context: CardContext, { standings }: Content<'standings'>): Drawing {
  const { season, is_finished: isFinished, playoff_teams: playoffTeams } = standings
  const title = isFinished ? 'Final Standings' : 'Standings'
  const card = beginCard(context, { title, detail: `Season ${season}` })
  const { content, format, palette, picture } = card
  const teams = standings.standings.slice(0, MAX_TEAMS[format])
  const hidden = standings.standings.length - teams.length
  const height = content.height - (hidden > 0 ? 30 : 0)
  const { panels, rows } = drawColumns(card, teams.length, MAX_STANDINGS_ROWS[format], HEAD, height)
  for (const [index, team] of teams.entries()) {
    const { isFirst, ...row } = rows[index] as Row
    const line = { x: row.x + 20, y: row.y - 0.5, width: row.width - 40, height: 1 }
    if (!isFirst && playoffTeams !== index) picture.rect(line, { fill: palette.line })
    if (!isFirst && playoffTeams === index)
      for (let dash = 0; dash + 12 <= line.width; dash += 20)
        picture.rect({ x: line.x + dash, y: row.y - 1.5, width: 12, height: 3 }, { fill: palette.accent })
    drawStanding(card, row, team, team.rank ?? index + 1, standings)
  }
  for (const panel of panels) drawHead(card, panel, standings)
  if (hidden > 0) drawFooter(card, `and ${hidden} more teams`)
  return picture.finish()
}

export function drawRace(context: CardContext, { race, teams: cardTeams }: Content<'race'>): Drawing {
  const { places, model, season, week } = race
  const card = beginCard(context, { title: 'Playoff Race', detail: `Season ${season}, through week ${week}` })
  const { content, format, palette, picture } = card
  const teams = race.teams.toSorted((a, b) => a.current_seed - b.current_seed)
  const { rows } = drawColumns(card, teams.length, MAX_RACE_ROWS[format], 0, content.height - 30)
  for (const [index, team] of teams.entries()) {
    const { isFirst, ...row } = rows[index] as Row
    const isLine = team.current_seed === places + 1
    const height = isLine ? 3 : 1
    const line = { x: row.x + 20, y: row.y - height / 2, width: row.width - 40, height }
    if (!isFirst) picture.rect(line, { fill: isLine ? palette.accent : palette.line })
    const info = cardTeams.find(({ teamId }) => teamId === team.team_id)
    drawTeamRace(card, row, team, info ?? { name: `Team ${team.team_id}`, logo: null }, places)
  }
  const runs = model === null ? '' : `, ${model.runs.toLocaleString('en')} simulated seasons`
  drawFooter(card, `${places} places${runs}`)
  return picture.finish()
}

type Row = Box & { isFirst: boolean }

function drawColumns(card: Card, count: number, maxRows: number, head: number, height: number) {
  const { content, isWide } = card
  const columns = count > maxRows ? 2 : 1
  const perColumn = Math.ceil(count / columns)
  const width = (content.width - 24 * (columns - 1)) / columns
  const rowHeight = Math.min(isWide ? 84 : 112, (height - head) / perColumn)
  const panels = Array.from({ length: columns }, (_, column) => {
    const rows = Math.min(perColumn, count - column * perColumn)
    const x = content.x + column * (width + 24)
    return { x, y: content.y, width, height: head + rows * rowHeight }
  })
  for (const panel of panels) drawPanel(card, panel)
  const rows = Array.from({ length: count }, (_, index): Row => {
    const [column, row] = [Math.floor(index / perColumn), index % perColumn]
    const { x, y } = panels[column] as Box
    return { x, y: y + head + row * rowHeight, width, height: rowHeight, isFirst: row === 0 }
  })
  return { panels, rows }
}

function drawFooter({ content, note }: Card, text: string): void {
  note(text, 22, { x: content.x, y: content.y + content.height, maxWidth: content.width * 0.75 })
}

type TeamCell = {
  place: number
  isAboveLine: boolean
  size: number
  side: number
  gap: number
  right: number
}

function drawTeam(card: Card, row: Box, team: CardTeam, cell: TeamCell): void {
  const { place, isAboveLine, size, side, gap, right } = cell
  const { y } = centerIn(row, size)
  const color = isAboveLine ? card.palette.accent : card.palette.muted
  card.figure(`${place}`, size, { x: row.x + 46, y, align: 'right', color })
  drawLogo(card, team, row.x + 64, row.y + (row.height - side) / 2, side)
  const x = row.x + 64 + side + gap
  card.name(displayName(team.name), size, { x, y, maxWidth: right - x, minSize: size * 0.72 })
}

function columnsOf({ scoring_format: format }: Standings, isNarrow: boolean) {
  const textOf = ({ streak }: Standing) =>
    streak == null ? '–' : `${{ win: 'W', loss: 'L', tie: 'T' }[streak.outcome]}${streak.length}`
  return [
    ...(hasMatchups(format) && !isNarrow ? [{ head: 'Streak', width: 84, textOf }] : []),
    ...(hasWeeklyPoints(format)
      ? [{ head: 'PF', width: isNarrow ? 90 : 108, textOf: (team: Standing) => formatScore(team.points_for) }]
      : []),
    ...(hasMatchups(format) ? [{ head: 'W-L', width: isNarrow ? 84 : 104, textOf: formatRecord }] : []),
  ]
}

function drawHead({ note }: Card, box: Box, standings: Standings): void {
  const y = box.y + 32
  let x = box.x + box.width - 24
  for (const { head, width } of columnsOf(standings, box.width < 600)) {
    note(head, 20, { x, y, align: 'right' })
    x -= width
  }
  note('Team', 20, { x: box.x + 72, y })
}

function drawStanding(card: Card, row: Box, team: Standing, place: number, standings: Standings): void {
  const { isWide, note, name } = card
  const isNarrow = row.width < 600
  // Most names fit without being made smaller, so that the rows look alike.
  const size = Math.min(isNarrow ? 26 : isWide ? 32 : 38, row.height * 0.5)
  const isAboveLine = standings.playoff_teams !== null && place <= standings.playoff_teams
  let x = row.x + row.width - 24
  for (const { head, width, textOf } of columnsOf(standings, isNarrow)) {
    const write = head === 'W-L' ? name : note
    write(textOf(team), size * 0.92, { x, y: centerIn(row, size).y, align: 'right', maxWidth: width - 8 })
    x -= width
  }
  const side = Math.min(52, row.height * 0.74)
  drawTeam(card, row, team, { place, isAboveLine, size, side, gap: 16, right: x - 4 })
}

/** The odds with the sign of what is simulated or proven: a share is never 0% or 100%. */
function oddsOf({ proven, status, odds }: TeamRace): { text: string; share: number } {
  if (proven) return status === 'eliminated' ? { text: 'Out', share: 0 } : { text: 'In', share: 1 }
  if (odds === null) return { text: '–', share: 0 }
  const { playoffs: share } = odds
  return { text: formatSimulatedShare(share), share }
}

function drawTeamRace(card: Card, row: Box, team: TeamRace, info: CardTeam, places: number): void {
  const { picture, palette } = card
  const isNarrow = row.width < 600
  const size = Math.min(isNarrow ? 26 : 36, row.height * 0.42)
  const { y } = centerIn(row, size)
  const { text, share } = oddsOf(team)
  const isIn = team.proven && share === 1
  const right = row.x + row.width - 24
  const color = isIn ? palette.good : share === 0 && team.proven ? palette.muted : palette.ink
  card.figure(text, size * 1.1, { x: right, y, align: 'right', color })
  const width = row.width * (isNarrow ? 0.16 : 0.28)
  const bar = { x: right - size * 2.5 - width - 8, y: row.y + row.height / 2 - 8, width, height: 16 }
  picture.rect(bar, { fill: palette.sunken, radius: 8 })
  const fill = isIn ? { fill: palette.good } : { fill: palette.accent, opacity: 0.75 }
  if (share > 0) picture.rect({ ...bar, width: Math.max(16, width * share) }, { ...fill, radius: 8 })
  const maxWidth = size * 2.2
  card.note(formatRecord(team), size * 0.85, { x: bar.x - 16, y, align: 'right', maxWidth })
  drawTeam(card, row, info, {
    place: team.current_seed,
    isAboveLine: team.current_seed <= places,
    size,
    side: Math.min(52, row.height * 0.7),
    gap: 14,
    right: bar.x - 26 - maxWidth,
  })
}
