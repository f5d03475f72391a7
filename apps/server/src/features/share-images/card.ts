import type { ShareFormat } from '@fieldhouse/contract/share-images/share-images'
import { fromHsl, toHex } from '@fieldhouse/domain/colors/color'
import { initialsOf } from '@fieldhouse/domain/names'
import { nflTeamById, nicknameOf } from '@fieldhouse/domain/nfl/nfl-teams'
import { teamOfDefense } from '@fieldhouse/domain/nfl/player-keys'
import { formatPoints, pointsFromDecimal } from '@fieldhouse/domain/points'
import { type Palette, teamFill } from '../../drawing/palette.ts'
import { type Box, CAPITAL, createPicture, type Picture } from '../../drawing/picture.ts'
import { toDrawable } from '../../drawing/typeface.ts'

/** What every card needs besides its data. */
export type CardContext = {
  format: ShareFormat
  palette: Palette
  league: string
  /** The logos that could be read, by their paths. */
  logos: ReadonlyMap<string, Uint8Array>
}

export type CardTeam = { name: string; logo: string | null; color?: string | null | undefined }

export type Card = CardContext & {
  picture: Picture
  /** The space between the header and the footer. */
  content: Box
  isWide: boolean
}

const SIZES = { wide: { width: 1200, height: 630 }, tall: { width: 1080, height: 1350 } } as const

const MARGIN = 48

/** Begins a card with its header and footer. `badge` is a state, such as 'Live'. */
export function beginCard(
  context: CardContext,
  { title, detail, badge }: { title: string; detail: string; badge?: { text: string; isLive: boolean } },
): Card {
  const { format, palette, league } = context
  const { width, height } = SIZES[format]
  const isWide = format === 'wide'
  const picture = createPicture(width, height, palette.surface)
  const card = { ...context, picture, isWide, content: { x: 0, y: 0, width: 0, height: 0 } }
  const right = width - MARGIN
  picture.rect({ x: 0, y: 0, width, height: 10 }, { fill: palette.accent })
  const top = isWide ? 66 : 96
  const titleSize = isWide ? 42 : 60
  const badgeWidth = badge === undefined ? 0 : drawBadge(card, badge, right, top)
  picture.text(title, {
    x: MARGIN,
    y: top,
    size: titleSize,
    weight: 900,
    color: palette.ink,
    maxWidth: right - MARGIN - badgeWidth - 24,
    minSize: titleSize * 0.6,
  })
  const detailY = top + (isWide ? 36 : 48)
  const detailSize = isWide ? 24 : 32
  const detailWidth = picture.text(detail, {
    x: right,
    y: detailY,
    size: detailSize,
    color: palette.muted,
    align: 'right',
    maxWidth: width * 0.5,
  })
  picture.text(league, {
    x: MARGIN,
    y: detailY,
    size: detailSize,
    weight: 700,
    color: palette.muted,
    maxWidth: right - MARGIN - detailWidth - 32,
  })
  const footerY = height - (isWide ? 18 : 32)
  picture.text('Fieldhouse', {
    x: right,
    y: footerY,
    size: 20,
    weight: 700,
    color: palette.muted,
    align: 'right',
  })
  const y = detailY + (isWide ? 26 : 44)
  return {
    ...card,
    content: { x: MARGIN, y, width: width - 2 * MARGIN, height: footerY - (isWide ? 30 : 44) - y },
  }
}

/** Returns the width. */
function drawBadge(
  { picture, palette, isWide }: Card,
  { text, isLive }: { text: string; isLive: boolean },
  right: number,
  baseline: number,
): number {
  const size = isWide ? 24 : 32
  const color = isLive ? palette.surface : palette.accentInk
  const [label, padding, height] = [text.toUpperCase(), size * 0.8, size * 1.7]
  const maxWidth = 420
  // Drawn beneath the text, whose width is known only then.
  const probe = createPicture(1, 1, palette.surface)
  const width = probe.text(label, { x: 0, y: 0, size, weight: 700, color, maxWidth }) + 2 * padding
  const middle = baseline - (isWide ? 42 : 60) * (CAPITAL / 2)
  picture.rect(
    { x: right - width, y: middle - height / 2, width, height },
    { fill: isLive ? palette.bad : palette.accent, radius: height / 2 },
  )
  picture.text(label, {
    x: right - padding,
    y: middle + size * (CAPITAL / 2),
    size,
    weight: 700,
    color,
    align: 'right',
    maxWidth,
  })
  return width
}

/** The logo of a team, or its initials on its color. */
export function drawLogo({ picture, logos }: Card, team: CardTeam, x: number, y: number, side: number): void {
  const radius = side * 0.22
  const fill = teamFill(team.color ?? nameColor(team.name))
  const bytes = team.logo === null ? undefined : logos.get(team.logo)
  if (bytes !== undefined) {
    picture.image({ bytes, x, y, side, radius })
    return
  }
  picture.rect({ x, y, width: side, height: side }, { fill, radius })
  const size = side * 0.46
  picture.text(initialsOf(displayName(team.name)), {
    x: x + side / 2,
    y: y + side / 2 + size * (CAPITAL / 2),
    size,
    weight: 700,
    color: '#ffffff',
    align: 'center',
    maxWidth: side * 0.8,
  })
}

/** The name as it is drawn; 'Team' if no typeface has anything of it. */
export function displayName(name: string): string {
  return toDrawable(name) || 'Team'
}

/** A player as the app names him. The defense of a team is called the same whatever its platform calls it. */
export function playerName(name: string, playerId: number): string {
  const teamId = teamOfDefense(playerId)
  const team = teamId === null ? null : nflTeamById(teamId)
  return team === null ? name : `${nicknameOf(team)} D/ST`
}

/** A color for somebody without one: the same name always has the same. */
export function nameColor(name: string): string {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360_007
  return toHex(fromHsl([(hash * 47) % 360, 0.5, 0.45]))
}

export function formatScore(score: number | null): string {
  return score === null ? '–' : formatPoints(pointsFromDecimal(score))
}

/** Draws a panel with a bar in a color at its top. */
export function drawPanel({ picture, palette }: Card, box: Box, color?: string): void {
  picture.rect(box, { fill: palette.line, radius: 18 })
  const inner = { x: box.x + 2, y: box.y + 2, width: box.width - 4, height: box.height - 4 }
  if (color === undefined) {
    picture.rect(inner, { fill: palette.raised, radius: 16 })
    return
  }
  picture.rect(inner, { fill: color, radius: 16 })
  picture.rect({ ...inner, y: inner.y + 10, height: inner.height - 10 }, { fill: palette.raised, radius: 16 })
  picture.rect({ ...inner, y: inner.y + 10, height: 30 }, { fill: palette.raised })
}

/** A bar that is divided between two colors. */
export function drawSplitBar(
  { picture, palette }: Card,
  box: Box,
  share: number,
  [first, second]: [string, string],
): void {
  const radius = box.height / 2
  const gap = share > 0 && share < 1 ? 6 : 0
  const firstWidth = Math.round((box.width - gap) * share)
  picture.rect(box, { fill: palette.surface })
  picture.rect({ ...box, width: firstWidth }, { fill: first, radius })
  picture.rect(
    { ...box, x: box.x + firstWidth + gap, width: box.width - gap - firstWidth },
    { fill: second, radius },
  )
}
