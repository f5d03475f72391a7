import { type Box, type Drawing, teamFill, teamInk, wrapText } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  displayName,
  drawLogo,
  drawPanel,
  inset,
  split,
  writeLines,
} from './card.ts'
import type { Content } from './read-card-image.ts'

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
  drawHero(card, inset(hero, isWide ? 40 : 52), face, teams)
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

function drawHero(card: Card, box: Box, face: Face, teams: Content<'season-card'>['teams']): void {
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
