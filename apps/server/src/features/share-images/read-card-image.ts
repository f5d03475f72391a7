import type { Context } from '../../context.ts'
import { type CardContent, logosOf } from './card-content.ts'
import type { CardStyle } from './drawing-thread.ts'

/** The PNG of a card. null if too many others are waiting. */
export function readCardImage(
  { drawCard }: Pick<Context, 'drawCard'>,
  content: CardContent,
  style: CardStyle,
): Promise<Buffer | null> {
  return drawCard({ content, style }, logosOf(content))
}
