import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups, hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { type Box, CAPITAL, type Drawing, teamInk, wrapText } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  centerIn,
  displayName,
  drawLogo,
  drawPanel,
  formatScore,
  split,
  writeLines,
} from './card.ts'
import type { Content } from './read-card-image.ts'

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
