import type { Standing } from '@fieldhouse/contract/standings'
import { formatSimulatedShare } from '@fieldhouse/domain/format-share'
import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups, hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { type Box, CAPITAL, type Drawing, teamFill, teamInk, wrapText } from '../../drawing/picture.ts'
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
  inset,
  split,
  writeLines,
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

function drawTeamCell(card: Card, row: Box, team: CardTeam, cell: TeamCell): void {
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
  drawTeamCell(card, row, team, { place, isAboveLine, size, side, gap: 16, right: x - 4 })
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
  drawTeamCell(card, row, info, {
    place: team.current_seed,
    isAboveLine: team.current_seed <= places,
    size,
    side: Math.min(52, row.height * 0.7),
    gap: 14,
    right: bar.x - 26 - maxWidth,
  })
}

type Face = Content<'season-card'>['card']

const WHITE = '#ffffff'

/** A longer value is a name, which may take two lines. */
const MAX_SHORT = 12

/** More logos than these say less than their names. */
const MAX_LOGOS = 6

export function drawSeasonCard(
  context: CardContext,
  { season, card: face, teams }: Content<'season-card'>,
): Drawing {
  const card = beginCard(context, { title: face.title, detail: `${season}, ${face.weeks}` })
  const { content, isWide, palette, picture } = card
  const { facts, chart } = face
  const color = teams[0]?.color ?? null
  const hasDetails = facts.length > 0 || chart !== null
  const share = !hasDetails ? 1 : isWide ? 0.54 : chart === null ? 0.6 : 0.46
  const [hero, rest] = split(card, content, (isWide ? content.width : content.height) * share, 0)
  drawPanel(card, content)
  drawField(card, content, hero, rest, teamFill(color))
  drawSeasonHero(card, inset(hero, isWide ? 40 : 52), face, teams)
  if (!hasDetails) return picture.finish()
  const details = inset(rest, isWide ? 30 : 44)
  const height = isWide ? 92 : 124
  const top = details.y + (details.height - facts.length * height) * (chart === null ? 0.5 : 1)
  if (chart !== null)
    drawBars(card, { ...details, height: top - details.y - 20 }, chart, teamInk(color, palette))
  for (const [index, fact] of facts.entries())
    drawFact(card, { ...details, y: top + index * height, height }, fact)
  return picture.finish()
}

function drawField({ isWide, palette, picture }: Card, panel: Box, box: Box, rest: Box, fill: string): void {
  picture.rect(inset(panel, 2), { fill, radius: 16 })
  if (rest.width > 0 && rest.height > 0) {
    const { x, y, width, height } = inset(rest, 2)
    const beside = isWide
      ? { x: rest.x, y, width: rest.width - 2, height }
      : { x, y: rest.y, width, height: rest.height - 2 }
    picture.rect(beside, { fill: palette.raised, radius: 16 })
    picture.rect({ ...beside, ...(isWide ? { width: 20 } : { height: 20 }) }, { fill: palette.raised })
  }
  const step = isWide ? 22 : 28
  const marks = Math.floor((box.width - 60) / step)
  for (let mark = 0; mark <= marks; mark += 1) {
    const height = mark % 5 === 0 ? step : step / 2
    const y = box.y + box.height - 10 - height
    picture.rect({ x: box.x + 30 + mark * step, y, width: 3, height }, { fill: WHITE, opacity: 0.4 })
  }
}

function drawSeasonHero(card: Card, box: Box, face: Face, teams: Content<'season-card'>['teams']): void {
  const { isWide, picture, name, note, figure } = card
  const side = isWide ? 72 : 108
  for (const [index, team] of teams.slice(0, MAX_LOGOS).entries()) {
    const x = box.x + index * (side + 18)
    // Initials stand on the color of the team, which the field has, too.
    const frame = inset({ x, y: box.y, width: side, height: side }, -3)
    picture.rect(frame, { fill: WHITE, radius: side * 0.24 })
    drawLogo(card, team, x, box.y, side)
  }
  const [team] = teams
  if (team !== undefined && teams.length === 1) {
    const beside = { x: box.x + side + 26, color: WHITE, maxWidth: box.width - side - 26 }
    const size = isWide ? 32 : 46
    name(displayName(team.name), size, { ...beside, y: box.y + side * (team.owner === null ? 0.64 : 0.46) })
    if (team.owner !== null) note(team.owner, size * 0.72, { ...beside, y: box.y + side * 0.92 })
  }
  const within = { x: box.x, color: WHITE, maxWidth: box.width }
  const caption = wrapText(face.caption, { size: isWide ? 34 : 52, weight: 500, maxWidth: box.width })
  const captionHeight = caption.lines.length * caption.size * 1.24 + (isWide ? 14 : 24)
  const space = box.height - side - captionHeight
  const size = Math.min(isWide ? 190 : 320, space * 1.1)
  const isShort = face.value.length <= MAX_SHORT
  const value = isShort
    ? { lines: [face.value], size }
    : wrapText(displayName(face.value), { size: size * 0.5, weight: 900, maxWidth: box.width })
  const lineHeight = value.size * (isShort ? 0.8 : 1.06)
  const valueY = box.y + side + (space - lineHeight * value.lines.length) / 2 + value.size * 0.78
  writeLines(figure, value, { ...within, y: valueY, minSize: value.size * 0.4 }, lineHeight)
  const captionY = box.y + box.height - captionHeight + caption.size * 0.9
  writeLines(note, caption, { ...within, y: captionY }, caption.size * 1.24)
}

function drawFact({ isWide, palette, picture, note, figure }: Card, box: Box, fact: Face['facts'][number]) {
  picture.rect({ ...box, height: 2 }, { fill: palette.line })
  const [size, valueSize] = isWide ? [22, 36] : [30, 48]
  const right = { x: box.x, width: box.width, align: 'right' } as const
  note(fact.label, size, { x: box.x, y: box.y + box.height * 0.36, maxWidth: box.width * 0.46 })
  const value = { ...right, y: box.y + box.height * 0.46, maxWidth: box.width * 0.5 }
  figure(fact.value, valueSize, { ...value, minSize: valueSize * 0.6 })
  if (fact.note !== null) note(fact.note, size, { ...right, y: box.y + box.height * 0.82 })
}

function drawBars(
  { isWide, palette, picture, note }: Card,
  box: Box,
  { unit, max, lines }: NonNullable<Face['chart']>,
  fill: string,
): void {
  const size = isWide ? 20 : 28
  const bottom = box.y + box.height - size * 1.7
  const weeks = lines[0]?.points ?? []
  const step = box.width / weeks.length
  const width = Math.min(step * 0.72, 64)
  picture.rect({ ...box, y: bottom, height: 2 }, { fill: palette.line })
  for (const [series, { points }] of lines.entries())
    for (const [index, { value }] of points.entries()) {
      const share = unit === 'rank' ? (max - value + 1) / max : value
      const height = Math.max(4, share * (bottom - box.y))
      const x = box.x + index * step + (step - width) / 2
      const opacity = series === 0 && lines.length > 1 ? 0.35 : 1
      picture.rect({ x, y: bottom - height, width, height }, { fill, radius: 6, opacity })
    }
  const [first, last] = [weeks[0], weeks.at(-1)]
  const below = { x: box.x, width: box.width, y: box.y + box.height }
  if (first !== undefined) note(`Week ${first.week}`, size, below)
  note(describeBars(unit, lines), size, { ...below, align: 'center', maxWidth: box.width * 0.55 })
  if (last !== undefined && weeks.length > 1) note(`Week ${last.week}`, size, { ...below, align: 'right' })
}

function describeBars(unit: 'share' | 'rank', lines: NonNullable<Face['chart']>['lines']): string {
  const [first, second] = lines
  if (unit === 'rank' || second === undefined) return 'Higher is better'
  return `Light bars: ${first?.name.toLowerCase()}; solid bars: ${second.name.toLowerCase()}`
}

type TeamPage = Content<'team'>['page']

export function drawTeam(context: CardContext, { page }: Content<'team'>): Drawing {
  const { team, season } = page
  const card = beginCard(context, { title: displayName(team.name), detail: `Season ${season}` })
  const [hero, chart] = split(card, card.content, card.isWide ? 500 : 600, 24)
  drawHero(card, hero, page)
  drawChart(card, chart, page)
  return card.picture.finish()
}

function drawHero(card: Card, box: Box, page: TeamPage): void {
  const { palette, isWide } = card
  const { team } = page
  drawPanel(card, box, teamInk(team.color ?? null, palette))
  const padding = isWide ? 28 : 40
  const logo = isWide ? 120 : 160
  const inner = { x: box.x + padding, width: box.width - 2 * padding }
  const top = box.y + padding + 10
  drawLogo(card, team, inner.x, top, logo)
  const beside = { x: inner.x + logo + 28, maxWidth: inner.width - logo - 28 }
  const managers = wrapText(team.owners.length > 0 ? team.owners.join(' & ') : (team.assigned_user ?? ''), {
    size: isWide ? 30 : 40,
    weight: 700,
    maxWidth: beside.maxWidth,
  })
  const titles = titlesOf(page)
  const { size } = managers
  const height = (managers.lines.length + (titles === '' ? 0 : 1)) * size * 1.2
  const first = { ...beside, y: top + (logo - height) / 2 + size * 0.9 }
  const y = writeLines(card.name, managers, first, size * 1.2)
  card.name(titles, size * 0.86, { ...beside, y, color: palette.warn })
  const factsY = top + logo + padding
  drawFacts(card, { ...inner, y: factsY, height: box.y + box.height - padding - factsY }, page)
}

function titlesOf({ team }: TeamPage): string {
  const seasons = team.titles.map((title) => title.season)
  if (seasons.length === 0) return ''
  return seasons.length === 1 ? `${seasons[0]} champion` : `${seasons.length}-time champion`
}

function drawFacts(card: Card, box: Box, { team, scoring_format: format }: TeamPage): void {
  const [size, labelSize] = card.isWide ? [54, 20] : [72, 26]
  const facts = [
    ...(hasMatchups(format) ? [['Record', formatRecord(team.record)] as const] : []),
    ['Rank', team.rank === null ? '–' : formatOrdinal(team.rank)] as const,
    ...(hasWeeklyPoints(format) ? [['Points for', formatScore(team.points_for)] as const] : []),
    ...(team.points_per_game === null ? [] : [['Per game', formatScore(team.points_per_game)] as const]),
  ]
  for (const [index, [label, value]] of facts.entries()) {
    const x = box.x + (index % 2) * (box.width / 2)
    const y = box.y + Math.floor(index / 2) * (size * 0.78 + labelSize * 1.9) + labelSize
    card.note(label, labelSize, { x, y })
    card.figure(value, size, { x, y: y + size * 0.86, maxWidth: box.width / 2 - 16 })
  }
  drawLastFive(card, box, team)
}

function drawLastFive(card: Card, box: Box, { last_five: games }: TeamPage['team']): void {
  const { palette, picture, isWide } = card
  const side = isWide ? 36 : 52
  const tile = { x: box.x, y: box.y + box.height - side, width: side, height: side }
  for (const { result } of games) {
    const fill = { win: palette.good, loss: palette.bad, tie: palette.muted }[result]
    picture.rect(tile, { fill, radius: side * 0.25 })
    const line = { ...centerIn(tile, side * 0.6), color: palette.surface }
    card.figure({ win: 'W', loss: 'L', tie: 'T' }[result], side * 0.6, line)
    tile.x += side + 10
  }
  if (games.length === 0) return
  const size = isWide ? 20 : 26
  card.note('Last five', size, { x: tile.x + 8, y: tile.y + side / 2 + size * (CAPITAL / 2) })
}

function drawChart(card: Card, box: Box, { team, weekly_points: weeks }: TeamPage): void {
  const { picture, palette, isWide } = card
  drawPanel(card, box)
  const padding = isWide ? 28 : 40
  const size = isWide ? 22 : 30
  const heading = { x: box.x + padding, y: box.y + padding + size * 0.8, width: box.width - 2 * padding }
  card.name('Points per week', size, heading)
  if (weeks.length === 0) {
    card.note('No games yet', size, { ...box, y: box.y + box.height / 2, align: 'center' })
    return
  }
  card.note('League average', size, { ...heading, align: 'right' })
  const top = heading.y + size * 1.8
  const bottom = box.y + box.height - padding - size * 1.3
  const highest = Math.max(1, ...weeks.flatMap(({ points, league_average: average }) => [points, average]))
  const step = heading.width / weeks.length
  const width = Math.min(54, step * 0.66)
  const heightOf = (points: number) => Math.max(0, (points / highest) * (bottom - top))
  for (const [index, { week, points, league_average: average }] of weeks.entries()) {
    const x = heading.x + (index + 0.5) * step
    const height = heightOf(points)
    const averageY = bottom - heightOf(average) - 1.5
    const bar = { x: x - width / 2, y: bottom - height, width, height }
    picture.rect(bar, { fill: teamInk(team.color ?? null, palette), radius: 6 })
    picture.rect({ x: x - step * 0.44, y: averageY, width: step * 0.88, height: 3 }, { fill: palette.ink })
    const centered = { x, align: 'center', maxWidth: step } as const
    card.note(`${week}`, size * 0.86, { x, align: 'center', y: bottom + size * 1.15 })
    if (width >= 30 || weeks.length <= 10)
      card.name(`${Math.round(points)}`, size * 0.8, { ...centered, y: Math.min(bar.y, averageY) - 8 })
  }
}
