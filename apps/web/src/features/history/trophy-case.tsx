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

/** A podium a season on a shelf that scrolls sideways; last year's comes first into view. */
export function TrophyCase({ seasons, currentYear }: Props) {
  const shelf = useRef<HTMLUListElement>(null)
  const edges = useScrollEdges(shelf)
  const shown = initialSeason(
    seasons.map(({ season }) => season),
    currentYear,
  )
  useLayoutEffect(() => {
    const element = shelf.current
    const card = element?.querySelector<HTMLElement>(`[data-season="${shown}"]`)
    // Without an animation: it is where the shelf begins.
    if (element && card)
      element.scrollTo({
        left: card.offsetLeft - (element.clientWidth - card.offsetWidth) / 2,
        behavior: 'instant',
      })
  }, [shown])

  if (seasons.length === 0) {
    return (
      <Section title="Trophy Case">
        <EmptyState hint="Past seasons appear once an admin has read or uploaded them.">
          No seasons yet.
        </EmptyState>
      </Section>
    )
  }
  const turn = (direction: 1 | -1) => {
    const element = shelf.current
    element?.scrollBy({ left: direction * Math.max(240, element.clientWidth * 0.8), behavior: 'smooth' })
  }
  return (
    <Section
      title="Trophy Case"
      aside={
        edges.left || edges.right ? (
          <div className={styles['turns']}>
            <IconButton label="Earlier seasons" aria-disabled={!edges.left} onClick={() => turn(-1)}>
              <ChevronLeft size={22} aria-hidden="true" />
            </IconButton>
            <IconButton label="Later seasons" aria-disabled={!edges.right} onClick={() => turn(1)}>
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
            <li key={season.season} data-season={season.season} className={styles['place']}>
              <Podium season={season} />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
