import type { getSeasonCards, SeasonCard } from '@fieldhouse/contract/insights/season-cards'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { teamFill, teamInk } from '../../drawing/palette.ts'
import { type Box, type Drawing, wrapText } from '../../drawing/picture.ts'
import { beginCard, type Card, type CardContext, displayName, drawLogo, drawPanel } from './card.ts'

type Team = ResponseOf<typeof getSeasonCards>['teams'][number]

type Content = { season: number; card: SeasonCard; teams: readonly Team[] }

const WHITE = '#ffffff'

/** A longer value is a name, which may take two lines. */
const MAX_SHORT = 12

/** More logos than these say less than their names. */
const MAX_LOGOS = 6

/** A card of a finished season: whose it is and one large value in the team's color, and what it comes from. */
export function drawSeasonCard(context: CardContext, { season, card: face, teams }: Content): Drawing {
  const card = beginCard(context, { title: face.title, detail: `${season}, ${face.weeks}` })
  const { content, isWide, palette, picture } = card
  const color = teams[0]?.color ?? null
  const hasDetails = face.facts.length > 0 || face.chart !== null
  const factHeight = isWide ? 92 : 124
  const factsHeight = face.facts.length * factHeight
  const share = !hasDetails ? 1 : isWide ? 0.54 : face.chart === null ? 0.6 : 0.46
  const hero = isWide
    ? { ...content, width: content.width * share }
    : { ...content, height: content.height * share }
  drawPanel(card, content)
  drawField(card, content, hero, teamFill(color))
  drawHero(card, inset(hero, isWide ? 40 : 52), face, teams)
  if (!hasDetails) return picture.finish()
  const rest = isWide
    ? { ...content, x: hero.x + hero.width, width: content.width - hero.width }
    : { ...content, y: hero.y + hero.height, height: content.height - hero.height }
  const details = inset(rest, isWide ? 30 : 44)
  const top = details.y + (details.height - factsHeight) * (face.chart === null ? 0.5 : 1)
  if (face.chart !== null)
    drawBars(card, { ...details, height: top - details.y - 20 }, face.chart, teamInk(color, palette))
  for (const [index, fact] of face.facts.entries())
    drawFact(card, { ...details, y: top + index * factHeight, height: factHeight }, fact)
  return picture.finish()
}

function inset({ x, y, width, height }: Box, by: number): Box {
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by }
}

/** The part of the panel in the team's color, with the hash marks of a football field. */
function drawField({ isWide, palette, picture }: Card, panel: Box, box: Box, fill: string): void {
  picture.rect(inset(panel, 2), { fill, radius: 16 })
  const restX = box.x + box.width
  const restY = box.y + box.height
  const [width, height] = [panel.x + panel.width - restX, panel.y + panel.height - restY]
  if (width > 0) {
    const rest = { x: restX, y: box.y + 2, width: width - 2, height: box.height - 4 }
    picture.rect(rest, { fill: palette.raised, radius: 16 })
    picture.rect({ ...rest, width: 20 }, { fill: palette.raised })
  }
  if (height > 0) {
    const rest = { x: box.x + 2, y: restY, width: box.width - 4, height: height - 2 }
    picture.rect(rest, { fill: palette.raised, radius: 16 })
    picture.rect({ ...rest, height: 20 }, { fill: palette.raised })
  }
  const step = isWide ? 22 : 28
  const marks = Math.floor((box.width - 60) / step)
  for (let mark = 0; mark <= marks; mark += 1) {
    const length = mark % 5 === 0 ? step : step / 2
    picture.rect(
      { x: box.x + 30 + mark * step, y: restY - 10 - length, width: 3, height: length },
      { fill: WHITE, opacity: 0.4 },
    )
  }
}

function drawHero(card: Card, box: Box, face: SeasonCard, teams: readonly Team[]): void {
  const { isWide, picture } = card
  const side = isWide ? 72 : 108
  for (const [index, team] of teams.slice(0, MAX_LOGOS).entries()) {
    const logo = { x: box.x + index * (side + 18), y: box.y }
    // Initials stand on the color of the team, which the field has, too.
    picture.rect(
      { x: logo.x - 3, y: logo.y - 3, width: side + 6, height: side + 6 },
      { fill: WHITE, radius: side * 0.24 },
    )
    drawLogo(card, team, logo.x, logo.y, side)
  }
  const [team] = teams
  if (team !== undefined && teams.length === 1) {
    const text = { x: box.x + side + 26, color: WHITE, maxWidth: box.width - side - 26 }
    const size = isWide ? 32 : 46
    const y = box.y + side * (team.owner === null ? 0.64 : 0.46)
    picture.text(displayName(team.name), { ...text, y, size, weight: 700 })
    if (team.owner !== null) picture.text(team.owner, { ...text, y: box.y + side * 0.92, size: size * 0.72 })
  }
  const caption = wrapText(face.caption, {
    size: isWide ? 34 : 52,
    weight: 500,
    maxWidth: box.width,
  })
  const captionHeight = caption.lines.length * caption.size * 1.24 + (isWide ? 14 : 24)
  const space = box.height - side - captionHeight
  const size = Math.min(isWide ? 190 : 320, space * 1.1)
  const isShort = face.value.length <= MAX_SHORT
  const value = isShort
    ? { lines: [face.value], size }
    : wrapText(displayName(face.value), { size: size * 0.5, weight: 900, maxWidth: box.width })
  const lineHeight = value.size * (isShort ? 0.8 : 1.06)
  let y = box.y + side + (space - lineHeight * value.lines.length) / 2 + value.size * 0.78
  for (const line of value.lines) {
    const fit = { maxWidth: box.width, minSize: value.size * 0.4 }
    picture.text(line, { x: box.x, y, size: value.size, weight: 900, color: WHITE, ...fit })
    y += lineHeight
  }
  y = box.y + box.height - captionHeight + caption.size * 0.9
  for (const line of caption.lines) {
    picture.text(line, { x: box.x, y, size: caption.size, color: WHITE, maxWidth: box.width })
    y += caption.size * 1.24
  }
}

function drawFact({ isWide, palette, picture }: Card, box: Box, fact: SeasonCard['facts'][number]): void {
  picture.rect({ ...box, height: 2 }, { fill: palette.line })
  const [labelSize, valueSize] = isWide ? [22, 36] : [30, 48]
  const noteSize = labelSize
  picture.text(fact.label, {
    x: box.x,
    y: box.y + box.height * 0.36,
    size: labelSize,
    color: palette.muted,
    maxWidth: box.width * 0.46,
  })
  picture.text(fact.value, {
    x: box.x + box.width,
    y: box.y + box.height * 0.46,
    size: valueSize,
    weight: 900,
    color: palette.ink,
    align: 'right',
    maxWidth: box.width * 0.5,
    minSize: valueSize * 0.6,
  })
  if (fact.note !== null)
    picture.text(fact.note, {
      x: box.x + box.width,
      y: box.y + box.height * 0.82,
      size: noteSize,
      color: palette.muted,
      align: 'right',
      maxWidth: box.width,
    })
}

/** A bar for each week: the whole line in a light color, and the second one in front of it. */
function drawBars(
  { isWide, palette, picture }: Card,
  box: Box,
  { unit, max, lines }: NonNullable<SeasonCard['chart']>,
  color: string,
): void {
  const labelSize = isWide ? 20 : 28
  const height = box.height - labelSize * 1.7
  const weeks = lines[0]?.points ?? []
  const step = box.width / weeks.length
  const width = Math.min(step * 0.72, 64)
  picture.rect({ ...box, y: box.y + height, height: 2 }, { fill: palette.line })
  for (const [series, { points }] of lines.entries())
    for (const [index, { value }] of points.entries()) {
      const share = unit === 'rank' ? (max - value + 1) / max : value
      const barHeight = Math.max(4, share * height)
      const x = box.x + index * step + (step - width) / 2
      picture.rect(
        { x, y: box.y + height - barHeight, width, height: barHeight },
        { fill: color, radius: 6, opacity: series === 0 && lines.length > 1 ? 0.35 : 1 },
      )
    }
  const [first, last] = [weeks[0], weeks.at(-1)]
  const y = box.y + box.height
  const label = { size: labelSize, color: palette.muted, y }
  if (first !== undefined) picture.text(`Week ${first.week}`, { ...label, x: box.x })
  picture.text(describeBars(unit, lines), {
    ...label,
    x: box.x + box.width / 2,
    align: 'center',
    maxWidth: box.width * 0.55,
  })
  if (last !== undefined && weeks.length > 1)
    picture.text(`Week ${last.week}`, { ...label, x: box.x + box.width, align: 'right' })
}

function describeBars(unit: 'share' | 'rank', lines: NonNullable<SeasonCard['chart']>['lines']): string {
  const [first, second] = lines
  if (unit === 'rank' || second === undefined) return 'Higher is better'
  return `Light bars: ${first?.name.toLowerCase()}; solid bars: ${second.name.toLowerCase()}`
}
