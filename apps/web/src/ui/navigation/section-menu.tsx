import { type ReactNode, useCallback, useEffect, useState } from 'react'
import ui from '../ui.module.css'
import styles from './navigation.module.css'
import { HorizontalScroller } from './tabs.tsx'

/** A section whose top is above this line of the window, in pixels, is the one that is read. */
const READING_LINE = 200

export function sectionId(title: string): string {
  return `section-${title.toLowerCase().replace(/[^a-z]+/g, '-')}`
}

export function SectionMenu({ sections }: { sections: readonly { title: string; label: string }[] }) {
  const [current, update] = useCurrentSection(sections.map(({ title }) => title))
  return (
    <SectionBar selected={current ?? ''}>
      {sections.map(({ title, label }) => (
        <button
          key={title}
          type="button"
          className={styles.item}
          data-at={title}
          aria-current={title === current || undefined}
          onClick={() => {
            openSection(title)
            update()
          }}
        >
          {label}
        </button>
      ))}
    </SectionBar>
  )
}

export const sectionBarItem = styles.item

type SectionBarProps = {
  /** The `data-at` of the item to center. */
  selected: string
  children: ReactNode
}

export function SectionBar({ selected, children }: SectionBarProps) {
  return (
    <nav className={`${ui.screenOnly} ${styles.menu}`} aria-label="Sections">
      <HorizontalScroller selected={selected}>{(row) => <div {...row}>{children}</div>}</HorizontalScroller>
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

/** The section that is read, and a function that looks again; null above the first one. */
function useCurrentSection(titles: readonly string[]): [string | null, () => void] {
  const [current, setCurrent] = useState<string | null>(null)
  const key = titles.join('\n')
  const update = useCallback(() => setCurrent(findCurrentSection(key.split('\n'))), [key])
  useEffect(() => {
    addEventListener('scroll', update, { passive: true })
    // Called at once, and whenever a section grows or shrinks.
    const observer = new ResizeObserver(update)
    observer.observe(document.body)
    return () => {
      removeEventListener('scroll', update)
      observer.disconnect()
    }
  }, [update])
  return [current, update]
}

/**
 * The last sections of a page cannot reach the reading line: at the end of the page it is the one that was chosen in
 * the menu, or the last.
 */
function findCurrentSection(titles: readonly string[]): string | null {
  const isAbove = (limit: number) => (title: string) => {
    const top = document.getElementById(sectionId(title))?.getBoundingClientRect().top
    return top !== undefined && top < limit
  }
  const read = titles.findLast(isAbove(READING_LINE)) ?? null
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1
  if (!isAtEnd) return read
  const chosen = titles.find((title) => document.activeElement?.id === sectionId(title))
  if (chosen !== undefined && !isAbove(READING_LINE)(chosen)) return chosen
  return scrollY > 0 ? (titles.findLast(isAbove(innerHeight)) ?? null) : read
}
