import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getTeam } from '@fieldhouse/contract/teams/teams'
import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups, hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { teamInk } from '../../drawing/palette.ts'
import { type Box, CAPITAL, type Drawing, wrapText } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  displayName,
  drawLogo,
  drawPanel,
  formatScore,
} from './card.ts'

type TeamPage = Pick<ResponseOf<typeof getTeam>, 'season' | 'scoring_format' | 'team' | 'weekly_points'>

/** A team's record, rank, results and weekly points. */
export function drawTeam(context: CardContext, page: TeamPage): Drawing {
  const { team, season } = page
  const card = beginCard(context, { title: displayName(team.name), detail: `Season ${season}` })
  const { content, isWide, picture } = card
  const gap = 24
  const [hero, chart]: [Box, Box] = isWide
    ? [
        { ...content, width: 500 },
        { ...content, x: content.x + 500 + gap, width: content.width - 500 - gap },
      ]
    : [
        { ...content, height: 600 },
        { ...content, y: content.y + 600 + gap, height: content.height - 600 - gap },
      ]
  drawHero(card, hero, page)
  drawChart(card, chart, page)
  return picture.finish()
}

function drawHero(card: Card, box: Box, page: TeamPage): void {
  const { picture, palette, isWide } = card
  const { team } = page
  drawPanel(card, box, teamInk(team.color ?? null, palette))
  const padding = isWide ? 28 : 40
  const logo = isWide ? 120 : 160
  const [left, top] = [box.x + padding, box.y + padding + 10]
  drawLogo(card, team, left, top, logo)
  const textX = left + logo + 28
  const maxWidth = box.x + box.width - padding - textX
  const managers = team.owners.length > 0 ? team.owners.join(' & ') : (team.assigned_user ?? '')
  const { lines, size } = wrapText(managers, { size: isWide ? 30 : 40, weight: 700, maxWidth })
  const titles = titlesOf(page)
  const lineHeight = size * 1.2
  let y = top + (logo - (lines.length + (titles === '' ? 0 : 1)) * lineHeight) / 2 + size * 0.9
  for (const line of lines) {
    picture.text(line, { x: textX, y, size, weight: 700, color: palette.ink, maxWidth })
    y += lineHeight
  }
  picture.text(titles, { x: textX, y, size: size * 0.86, weight: 700, color: palette.warn, maxWidth })
  drawFacts(
    card,
    {
      x: left,
      y: top + logo + padding,
      width: box.width - 2 * padding,
      height: box.y + box.height - padding - (top + logo + padding),
    },
    page,
  )
}

function titlesOf({ team }: TeamPage): string {
  const seasons = team.titles.map((title) => title.season)
  if (seasons.length === 0) return ''
  return seasons.length === 1 ? `${seasons[0]} champion` : `${seasons.length}-time champion`
}

function factsOf({ team, scoring_format: format }: TeamPage): { label: string; value: string }[] {
  const isHeadToHead = hasMatchups(format)
  return [
    ...(isHeadToHead ? [{ label: 'Record', value: formatRecord(team.record) }] : []),
    { label: 'Rank', value: team.rank === null ? '–' : formatOrdinal(team.rank) },
    ...(hasWeeklyPoints(format) ? [{ label: 'Points for', value: formatScore(team.points_for) }] : []),
    ...(team.points_per_game === null
      ? []
      : [{ label: 'Per game', value: formatScore(team.points_per_game) }]),
  ]
}

/** Up to four numbers in two rows, and the last five results. */
function drawFacts(card: Card, box: Box, page: TeamPage): void {
  const { picture, palette, isWide } = card
  const size = isWide ? 54 : 72
  const labelSize = isWide ? 20 : 26
  const rowHeight = size * 0.78 + labelSize * 1.9
  for (const [index, { label, value }] of factsOf(page).entries()) {
    const x = box.x + (index % 2) * (box.width / 2)
    const y = box.y + Math.floor(index / 2) * rowHeight + labelSize
    picture.text(label, { x, y, size: labelSize, color: palette.muted })
    picture.text(value, {
      x,
      y: y + size * 0.86,
      size,
      weight: 900,
      color: palette.ink,
      maxWidth: box.width / 2 - 16,
    })
  }
  drawLastFive(card, box, page)
}

function drawLastFive({ picture, palette, isWide }: Card, box: Box, { team }: TeamPage): void {
  const side = isWide ? 36 : 52
  for (const [index, { result }] of team.last_five.entries()) {
    const [x, y] = [box.x + index * (side + 10), box.y + box.height - side]
    const fill = { win: palette.good, loss: palette.bad, tie: palette.muted }[result]
    picture.rect({ x, y, width: side, height: side }, { fill, radius: side * 0.25 })
    picture.text({ win: 'W', loss: 'L', tie: 'T' }[result], {
      x: x + side / 2,
      y: y + side / 2 + side * 0.6 * (CAPITAL / 2),
      size: side * 0.6,
      weight: 900,
      color: palette.surface,
      align: 'center',
    })
  }
  if (team.last_five.length === 0) return
  picture.text('Last five', {
    x: box.x + team.last_five.length * (side + 10) + 8,
    y: box.y + box.height - side / 2 + (isWide ? 20 : 26) * (CAPITAL / 2),
    size: isWide ? 20 : 26,
    color: palette.muted,
  })
}

function drawChart(card: Card, box: Box, { team, weekly_points: weeks }: TeamPage): void {
  const { picture, palette, isWide } = card
  drawPanel(card, box)
  const padding = isWide ? 28 : 40
  const size = isWide ? 22 : 30
  const top = box.y + padding + size * 0.8
  picture.text('Points per week', { x: box.x + padding, y: top, size, weight: 700, color: palette.ink })
  if (weeks.length === 0) {
    picture.text('No games yet', {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      size,
      color: palette.muted,
      align: 'center',
    })
    return
  }
  picture.text('League average', {
    x: box.x + box.width - padding,
    y: top,
    size,
    color: palette.muted,
    align: 'right',
  })
  const plot = {
    x: box.x + padding,
    y: top + size * 1.8,
    width: box.width - 2 * padding,
    height: box.y + box.height - padding - size * 1.3 - (top + size * 1.8),
  }
  const highest = Math.max(1, ...weeks.flatMap(({ points, league_average: average }) => [points, average]))
  const step = plot.width / weeks.length
  const barWidth = Math.min(54, step * 0.66)
  const heightOf = (points: number) => Math.max(0, (points / highest) * plot.height)
  for (const [index, { week, points, league_average: average }] of weeks.entries()) {
    const middle = plot.x + (index + 0.5) * step
    const height = heightOf(points)
    const bar = { x: middle - barWidth / 2, y: plot.y + plot.height - height, width: barWidth, height }
    picture.rect(bar, { fill: teamInk(team.color ?? null, palette), radius: 6 })
    picture.rect(
      {
        x: middle - step * 0.44,
        y: plot.y + plot.height - heightOf(average) - 1.5,
        width: step * 0.88,
        height: 3,
      },
      { fill: palette.ink },
    )
    picture.text(`${week}`, {
      x: middle,
      y: plot.y + plot.height + size * 1.15,
      size: size * 0.86,
      color: palette.muted,
      align: 'center',
    })
    if (barWidth >= 30 || weeks.length <= 10)
      picture.text(`${Math.round(points)}`, {
        x: middle,
        y: Math.min(bar.y, plot.y + plot.height - heightOf(average) - 1.5) - 8,
        size: size * 0.8,
        weight: 700,
        color: palette.ink,
        align: 'center',
        maxWidth: step,
      })
  }
}
