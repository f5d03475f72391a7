import { useEffect, useState } from 'react'
import { HorizontalScroller } from '../../ui/navigation/horizontal-scroller.tsx'
import { sectionId } from './section.tsx'
import styles from './section-menu.module.css'

type Props = { sections: readonly { title: string; label: string }[] }

/** A section whose top is above this line of the window, in pixels, is the one that is read. */
const READING_LINE = 200

/** Jumps to the sections of the page, and marks the one that is read. Stays below the tabs. */
export function SectionMenu({ sections }: Props) {
  const titles = sections.map(({ title }) => title)
  const current = useCurrentSection(titles)
  return (
    <nav className={styles.menu} aria-label="Sections">
      <HorizontalScroller selected={current ?? ''}>
        {(row) => (
          <div {...row}>
            {sections.map(({ title, label }) => (
              <button
                key={title}
                type="button"
                className={styles.item}
                data-at={title}
                aria-current={title === current || undefined}
                onClick={() => openSection(title)}
              >
                {label}
              </button>
            ))}
          </div>
        )}
      </HorizontalScroller>
    </nav>
  )
}

function openSection(title: string): void {
  const heading = document.getElementById(sectionId(title))
  if (heading === null) return
  heading.closest('section')?.scrollIntoView()
  // The next Tab continues in the section.
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** The title of the last section that has reached the reading line; null above the first one. */
function useCurrentSection(titles: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  const key = titles.join('\n')
  useEffect(() => {
    const update = () => {
      const isRead = (title: string) => {
        const top = document.getElementById(sectionId(title))?.getBoundingClientRect().top
        return top !== undefined && top < READING_LINE
      }
      setCurrent(key.split('\n').findLast(isRead) ?? null)
    }
    update()
    addEventListener('scroll', update, { passive: true })
    return () => removeEventListener('scroll', update)
  }, [key])
  return current
}
