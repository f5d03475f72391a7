import {
  findMentionQuery,
  insertMention,
  MAX_MENTIONS,
  type MentionTarget,
  matchName,
} from '@fieldhouse/domain/league/mentions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery, useFaces } from '../../api/operations.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { formatCount } from '../../ui/format/format.ts'
import ui from '../../ui/ui.module.css'
import styles from './feed.module.css'
import type { CompletionProps } from './written-text.tsx'

const ARROW_STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

export function SuggestionList({ league, user, value, onChange, field }: CompletionProps) {
  const listId = useId()
  const caret = useCaret(field)
  const { data, isPending, isError } = useQuery(mentionablesQuery(league))
  const query = caret === null ? null : findMentionQuery(value, caret)
  /** The position of the @ whose list Escape has closed. */
  const [closed, setClosed] = useState<number | null>(null)
  const [active, setActive] = useState({ of: '', index: 0 })
  const [picked, setPicked] = useState('')
  const isLookedUp = query !== null && query.start !== closed && value.mentions.length < MAX_MENTIONS
  const suggestions = isLookedUp && data !== undefined ? findSuggestions(data, query.query, user) : []
  const activeIndex = active.of === query?.query ? Math.min(active.index, suggestions.length - 1) : 0
  const isOpen = suggestions.length > 0
  const moveCaret = useCaretAfter(field, value.text)

  function pick(suggestion: Suggestion | undefined) {
    if (suggestion === undefined || query === null || caret === null) return
    const { caret: next, ...changed } = insertMention(value, query, caret, suggestion)
    const limit = field.current?.maxLength ?? -1
    if (limit >= 0 && changed.text.length > limit) return
    setPicked(suggestion.name)
    moveCaret(changed.text, next)
    onChange(changed)
  }

  useKeys(field, isOpen, (event) => {
    const step = ARROW_STEPS[event.key]
    const isPick = event.key === 'Tab' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey)
    if (event.isComposing || event.shiftKey || event.altKey) return false
    if (step !== undefined) {
      const index = (activeIndex + step + suggestions.length) % suggestions.length
      setActive({ of: query?.query ?? '', index })
    } else if (event.key === 'Escape') setClosed(query?.start ?? null)
    else if (isPick) pick(suggestions[activeIndex])
    else return false
    return true
  })
  useListAttributes(field, isOpen ? { listId, activeId: `${listId}-${activeIndex}` } : null)

  const note =
    isOpen || !isLookedUp ? null : isPending ? 'Loading members…' : isError ? 'Failed to load members.' : null
  return (
    <>
      <span className={ui.hidden} role="status">
        {isOpen
          ? `${formatCount(suggestions.length, 'suggestion')}.`
          : picked === ''
            ? null
            : `${picked} mentioned.`}
      </span>
      {isOpen || note !== null ? (
        <Popup field={field}>
          {note === null ? (
            <Options
              id={listId}
              league={league}
              teams={data?.teams ?? []}
              suggestions={suggestions}
              activeIndex={activeIndex}
              onPick={pick}
            />
          ) : (
            <p className={`${ui.note} ${styles.suggestionNote}`}>{note}</p>
          )}
        </Popup>
      ) : null}
    </>
  )
}

type OptionsProps = {
  id: string
  league: string
  teams: Mentionables['teams']
  suggestions: readonly Suggestion[]
  activeIndex: number
  onPick: (suggestion: Suggestion) => void
}

function Options({ id, league, teams, suggestions, activeIndex, onPick }: OptionsProps) {
  const faceOf = useFaces(league)
  const logoOf = (teamId: number) => {
    const { logo = null, color = null } = teams.find((team) => team.id === teamId) ?? {}
    return { src: logo, color }
  }
  return (
    <div id={id} role="listbox" aria-label="Members and teams">
      {suggestions.map((suggestion, index) => {
        const { kind, id: targetId, name, note } = suggestion
        return (
          <button
            key={`${kind} ${targetId}`}
            type="button"
            id={`${id}-${index}`}
            className={ui.pressable}
            role="option"
            tabIndex={-1}
            aria-selected={index === activeIndex}
            ref={index === activeIndex ? scrollIntoView : undefined}
            onClick={() => onPick(suggestion)}
          >
            <Avatar name={name} size="xs" {...(kind === 'team' ? logoOf(targetId) : faceOf(name))} />
            <span className={ui.breakable}>
              <span className={ui.strong}>{name}</span>
              {note === '' ? null : <span className={ui.note}> {note}</span>}
            </span>
          </button>
        )
      })}
    </div>
  )
}

/** In the top layer, below the field, or above it where there is more room. */
function Popup({ field, children }: { field: CompletionProps['field']; children: ReactNode }) {
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Browsers without popovers show it in the page.
    const hasPopovers = 'popover' in HTMLElement.prototype
    if (hasPopovers && popup.current?.matches(':popover-open') === false) popup.current.showPopover()
  }, [])
  // The number of suggestions changes the height.
  useLayoutEffect(() => placeNear(popup.current, field.current))
  useEffect(() => {
    const followField = () => placeNear(popup.current, field.current)
    const controller = new AbortController()
    const { signal } = controller
    addEventListener('scroll', followField, { capture: true, passive: true, signal })
    addEventListener('resize', followField, { signal })
    visualViewport?.addEventListener('resize', followField, { signal })
    return () => controller.abort()
  }, [field])
  return (
    // The field keeps the focus, and a phone its keyboard.
    <div
      ref={popup}
      popover="manual"
      className={styles.suggestions}
      onPointerDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  )
}

const GAP_PX = 4

function placeNear(popup: HTMLElement | null, field: HTMLElement | null): void {
  if (popup === null || field === null) return
  const { top, bottom, left, width } = field.getBoundingClientRect()
  const { height, offsetTop } = visualViewport ?? { height: innerHeight, offsetTop: 0 }
  const below = offsetTop + height - bottom
  const above = top - offsetTop
  const isAbove = popup.scrollHeight + GAP_PX > below && above > below
  popup.style.maxHeight = `${Math.max(0, (isAbove ? above : below) - 2 * GAP_PX)}px`
  popup.style.left = `${left}px`
  popup.style.width = `${width}px`
  popup.style.top = `${isAbove ? top - popup.offsetHeight - GAP_PX : bottom + GAP_PX}px`
}

/** The position of the caret in the field; null while text is selected, or something else has the focus. */
function useCaret(field: CompletionProps['field']): number | null {
  return useSyncExternalStore(
    (onChange) => {
      for (const name of CARET_EVENTS) document.addEventListener(name, onChange)
      return () => {
        for (const name of CARET_EVENTS) document.removeEventListener(name, onChange)
      }
    },
    () => {
      const element = field.current
      if (element === null || document.activeElement !== element) return null
      return element.selectionStart === element.selectionEnd ? element.selectionStart : null
    },
    () => null,
  )
}

/**
 * Listened to at the document, so that React knows the letter first. A listener of the field itself would have it draw
 * the form before, with the text without the letter, and the letter would be lost.
 */
const CARET_EVENTS = ['selectionchange', 'input', 'keyup', 'click', 'focusin', 'focusout']

/** Returns a function that moves the caret once the field has a text. */
function useCaretAfter(field: CompletionProps['field'], text: string) {
  const next = useRef<{ text: string; caret: number } | null>(null)
  useLayoutEffect(() => {
    if (next.current?.text !== text) return
    field.current?.focus()
    field.current?.setSelectionRange(next.current.caret, next.current.caret)
    next.current = null
  }, [field, text])
  return (changedText: string, caret: number) => {
    next.current = { text: changedText, caret }
  }
}

/**
 * Handles the keys of the list before the form does, which sends with Enter and closes with Escape.
 * @param onKey returns whether it has handled the key
 */
function useKeys(
  field: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onKey: (event: KeyboardEvent) => boolean,
): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!onKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const element = field.current
    if (!isOpen || element === null) return undefined
    const listener = (event: KeyboardEvent) => handleKey(event)
    element.addEventListener('keydown', listener)
    return () => element.removeEventListener('keydown', listener)
  }, [field, isOpen])
}

/**
 * Ties the field to its list while that is open. A field of one line becomes a combobox. One of several lines cannot
 * have that role, so it stays a text box, and the number of suggestions is announced. Source: ARIA in HTML.
 */
function useListAttributes(
  field: RefObject<HTMLElement | null>,
  list: { listId: string; activeId: string } | null,
): void {
  const { listId, activeId } = list ?? {}
  useLayoutEffect(() => {
    const element = field.current
    if (element === null || listId === undefined || activeId === undefined) return undefined
    const attributes = {
      ...(element instanceof HTMLInputElement ? { role: 'combobox', 'aria-expanded': 'true' } : {}),
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': listId,
      'aria-activedescendant': activeId,
    }
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(attributes)) element.removeAttribute(name)
    }
  }, [field, listId, activeId])
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

export type Mentionables = ApiResponse<'GET /api/league/:league/mentionables/'>

const MINUTE_MS = 60_000

const mentionablesQuery = (league: string) => ({
  ...leagueQuery('GET /api/league/:league/mentionables/', ['mentionables'], { league }),
  staleTime: 5 * MINUTE_MS,
})

/**
 * Reads whom one can mention before anybody types an `@`, where a service worker keeps the response: then mentions can be
 * completed offline, too.
 */
export function usePrefetchedMentionables(league: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
    // If it fails, the first @ reads them.
    if (hasWorker) client.query(mentionablesQuery(league)).catch(() => undefined)
  }, [client, league])
}

type Suggestion = MentionTarget & {
  name: string
  /** The name of the member's team, or what it is. */
  note: string
}

/** More are found by typing. */
const MAX_SUGGESTIONS = 8

/**
 * The members and teams whose name starts with what is typed, or has a word that does: first the members, then the
 * teams, then the members whose team does. Without the user.
 */
export function findSuggestions({ members, teams }: Mentionables, query: string, user: string): Suggestion[] {
  const teamNames = new Map(teams.map(({ id, name }) => [id, name]))
  const ranked = [
    ...members
      .filter(({ name }) => name !== user)
      .map(({ id, name, team_id: teamId }) => {
        const team = teamId === null ? '' : (teamNames.get(teamId) ?? '')
        const suggestion: Suggestion = { kind: 'member', id, name, note: team }
        const ofTeam = matchName(team, query)
        return { suggestion, rank: matchName(name, query) ?? (ofTeam === null ? null : ofTeam + 4) }
      }),
    ...teams.map(({ id, name, abbrev }) => {
      const suggestion: Suggestion = { kind: 'team', id, name, note: 'Team' }
      const match = matchName(name, query) ?? matchName(abbrev, query)
      return { suggestion, rank: match === null ? null : match + 2 }
    }),
  ]
  return ranked
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ suggestion }) => suggestion)
}
