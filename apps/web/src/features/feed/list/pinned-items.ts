import { type RefObject, useEffect, useState } from 'react'
import { PINNED_READ_KEY_PREFIX, readStorage, writeStorage } from '../../../storage/browser-storage.ts'
import { type FeedItem, itemKey } from '../use-feed.ts'

/** How long a card has to be on screen before it counts as read. */
const READING_TIME_MS = 1000

/** A step of a tenth notices also a card that is too tall to fit on the screen. */
const THRESHOLDS = Array.from({ length: 11 }, (_, step) => step / 10)

type PinnedItems = {
  isCollapsed: (item: FeedItem) => boolean
  /** Collapses or expands a pinned item. The focus stays on it. */
  toggle: (item: FeedItem) => void
}

/**
 * The pinned items that the user has read collapse when the feed is opened again, so that nothing moves while they
 * are read. The browser keeps which ones were read until sign-out. One that is edited, or pinned again, is unread.
 * @param linkedKey the item that the address names, which is expanded
 */
export function usePinnedItems(
  section: RefObject<HTMLElement | null>,
  league: string,
  items: readonly FeedItem[],
  linkedKey: string | null,
): PinnedItems {
  const storageKey = `${PINNED_READ_KEY_PREFIX}${league}`
  const [state, setState] = useState(() => ({
    collapsed: withoutItem(readMarks(storageKey), linkedKey),
    linkedKey,
    focusedKey: null as string | null,
  }))
  const unpinned = new Set(items.filter(({ pinned }) => !pinned).map(itemKey))
  const isUnpinned = (mark: string) => unpinned.has(itemKeyOf(mark))
  if (state.linkedKey !== linkedKey || [...state.collapsed].some(isUnpinned)) {
    const collapsed = [...withoutItem(state.collapsed, linkedKey)].filter((mark) => !isUnpinned(mark))
    setState({ collapsed: new Set(collapsed), linkedKey, focusedKey: null })
  }
  const unpinnedKeys = [...unpinned].join(' ')
  const expandedMarks = items
    .filter((item) => item.pinned && !state.collapsed.has(markOf(item)))
    .map(markOf)
    .join(' ')

  useEffect(() => {
    const keys = new Set(unpinnedKeys.split(' '))
    changeMarks(storageKey, (marks) => marks.filter((mark) => !keys.has(itemKeyOf(mark))))
  }, [storageKey, unpinnedKeys])

  useEffect(() => {
    const marks = new Map<Element, string>()
    const timers = new Map<Element, number>()
    function startReading(cell: Element) {
      const handleRead = () => {
        // The code of the card may arrive later than the feed.
        if (cell.querySelector(':scope > article') === null) startReading(cell)
        else addMark(storageKey, marks.get(cell) ?? '')
      }
      timers.set(cell, window.setTimeout(handleRead, READING_TIME_MS))
    }
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio, intersectionRect } of entries) {
          const isInView = intersectionRatio >= 0.5 || intersectionRect.height >= innerHeight / 2
          const timer = timers.get(target)
          if (isInView && timer === undefined) startReading(target)
          else if (!isInView) {
            clearTimeout(timer)
            timers.delete(target)
          }
        }
      },
      { threshold: THRESHOLDS },
    )
    for (const mark of expandedMarks === '' ? [] : expandedMarks.split(' ')) {
      const cell = findCell(section.current, itemKeyOf(mark))
      if (cell === null) continue
      marks.set(cell, mark)
      observer.observe(cell)
    }
    return () => {
      observer.disconnect()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [section, storageKey, expandedMarks])

  useEffect(() => {
    const card = state.focusedKey === null ? null : findCard(section.current, state.focusedKey)
    // A collapsed item is a button.
    const line = card?.querySelector<HTMLElement>(':scope > [aria-expanded="false"]')
    ;(line ?? card)?.focus({ preventScroll: true })
  }, [section, state])

  return {
    isCollapsed: (item) => item.pinned && state.collapsed.has(markOf(item)),
    toggle: (item) => {
      const mark = markOf(item)
      const collapsed = new Set(state.collapsed)
      if (!collapsed.delete(mark)) collapsed.add(mark)
      addMark(storageKey, mark)
      setState({ ...state, collapsed, focusedKey: itemKey(item) })
    },
  }
}

/** The card of an item in the feed; null if it is not there. */
export function findCard(section: HTMLElement | null, key: string): HTMLElement | null {
  return findCell(section, key)?.querySelector<HTMLElement>(':scope > article') ?? null
}

/** The place of an item in the feed. Its card can be missing there while its code is loading. */
function findCell(section: HTMLElement | null, key: string): HTMLElement | null {
  return section?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null
}

/** What members read of an item that can be pinned. */
export function pinnedText(item: FeedItem): string {
  switch (item.type) {
    case 'post':
      return item.content || (item.media?.[0]?.caption ?? '') || 'Images and videos'
    case 'proposal':
      return [item.question, ...item.options.map(({ text }) => text)].join('\n')
    case 'media':
      return ''
  }
}

/** What is stored of an item that was read: its key and, so that an edit counts as new, a hash of its text. */
function markOf(item: FeedItem): string {
  return `${itemKey(item)}:${hashText(pinnedText(item))}`
}

function itemKeyOf(mark: string): string {
  return mark.split(':')[0] ?? ''
}

/** 32-bit FNV-1a over the UTF-16 units of a text. */
function hashText(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}

function readMarks(storageKey: string): ReadonlySet<string> {
  return new Set((readStorage(localStorage, storageKey) ?? '').split(' ').filter((mark) => mark !== ''))
}

function addMark(storageKey: string, mark: string): void {
  // The text before an edit need not be kept.
  changeMarks(storageKey, (marks) => [...withoutItem(new Set(marks), itemKeyOf(mark)), mark])
}

function changeMarks(storageKey: string, change: (marks: readonly string[]) => readonly string[]): void {
  const marks = [...readMarks(storageKey)]
  const changed = change(marks).join(' ')
  if (changed !== marks.join(' ')) writeStorage(localStorage, storageKey, changed || null)
}

function withoutItem(marks: ReadonlySet<string>, key: string | null): ReadonlySet<string> {
  return new Set([...marks].filter((mark) => itemKeyOf(mark) !== key))
}
