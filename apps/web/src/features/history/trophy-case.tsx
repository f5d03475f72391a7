import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import edge from '../../ui/scroll-edges.module.css'
import { useScrollEdges } from '../../ui/use-scroll-edges.ts'
import { initialSeason } from './initial-season.ts'
import { Podium } from './podium.tsx'
import { Section } from './section.tsx'
import styles from './trophy-case.module.css'
import type { Season } from './use-history.ts'

type Props = { seasons: readonly Season[]; currentYear: number }

/** One podium per season in a horizontal scroller, initially scrolled to last year's season. */
export function TrophyCase({ seasons, currentYear }: Props) {
  const shelf = useRef<HTMLUListElement>(null)
  const edges = useScrollEdges(shelf)
  const initial = initialSeason(
    seasons.map(({ season }) => season),
    currentYear,
  )
  useLayoutEffect(() => {
    const element = shelf.current
    const card = element?.querySelector<HTMLElement>(`[data-season="${initial}"]`)
    // Skip the animation: this is the initial scroll position.
    if (element && card)
      element.scrollTo({
        left: card.offsetLeft - (element.clientWidth - card.offsetWidth) / 2,
        behavior: 'instant',
      })
  }, [initial])

  if (seasons.length === 0) {
    return (
      <Section title="Trophy Case">
        <EmptyState hint="Past seasons show up here once an admin backfills or uploads them.">
          No seasons yet.
        </EmptyState>
      </Section>
    )
  }
  const scrollShelf = (direction: 1 | -1) => {
    const element = shelf.current
    element?.scrollBy({ left: direction * Math.max(240, element.clientWidth * 0.8), behavior: 'smooth' })
  }
  return (
    <Section
      title="Trophy Case"
      aside={
        edges.left || edges.right ? (
          <div className={styles['scrollButtons']}>
            <IconButton label="Earlier seasons" aria-disabled={!edges.left} onClick={() => scrollShelf(-1)}>
              <ChevronLeft size={22} aria-hidden="true" />
            </IconButton>
            <IconButton label="Later seasons" aria-disabled={!edges.right} onClick={() => scrollShelf(1)}>
              <ChevronRight size={22} aria-hidden="true" />
            </IconButton>
          </div>
        ) : null
      }
    >
      <div
        className={`${edge['edges']} ${styles['frame']}`}
        data-more-left={edges.left || undefined}
        data-more-right={edges.right || undefined}
      >
        <ul ref={shelf} className={styles['shelf']}>
          {seasons.map((season) => (
            <li key={season.season} data-season={season.season} className={styles['item']}>
              <Podium season={season} />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
