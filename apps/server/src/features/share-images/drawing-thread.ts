import { PALETTES, renderPng } from '../../drawing/picture.ts'
import { serveTasks } from '../../threads/task-thread.ts'
import { drawCard } from './draw-card.ts'
import type { CardContent, CardStyle } from './read-card-image.ts'

export type CardTask = {
  content: CardContent
  style: CardStyle
  logos: ReadonlyMap<string, Uint8Array>
}

// The program of the thread that draws cards: laying out text takes up to a tenth of a second.
serveTasks(
  ({ content, style: { format, theme, league }, logos }: CardTask): Promise<Uint8Array> =>
    renderPng(drawCard({ format, palette: PALETTES[theme], league, logos }, content)),
)
