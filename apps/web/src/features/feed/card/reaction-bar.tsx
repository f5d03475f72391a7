import { REACTION_NAMES, REACTIONS, type Reaction } from '@fieldhouse/domain/league/reactions'
import { Check, Copy, SmilePlus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { formatCount } from '../../../ui/format/count.ts'
import { useCopy } from '../../../ui/overlays/use-copy.ts'
import ui from '../../../ui/ui.module.css'
import styles from '../feed.module.css'
import { type ReactionSubject, useReact } from '../feed-actions.ts'

const PALETTE_ABOVE_PX = 72

type Props = {
  league: string
  subject: ReactionSubject
  name: string
  given: Given
  text?: string | undefined
  pressedAt?: number | null
  onReacted?: (() => void) | undefined
}

type Given = {
  reactions?: { reaction: Reaction; count: number; names: string[] }[] | undefined
  my_reactions?: Reaction[] | undefined
}

/** A button to react, and the reactions with their counts. The names of who reacted are tooltips, and read aloud. */
export function ReactionBar({ league, subject, name, given, ...picker }: Props) {
  const react = useReact(league, subject)
  const { reactions = [], my_reactions: mine = [] } = given
  const toggle = (reaction: Reaction) => react.mutate({ reaction, on: !mine.includes(reaction) })
  return (
    <>
      <ReactionPicker {...picker} name={name} mine={mine} onToggle={toggle} />
      {reactions.map(({ reaction, count, names }) => (
        <CountButton
          key={reaction}
          reaction={reaction}
          count={count}
          names={names}
          isMine={mine.includes(reaction)}
          onToggle={() => toggle(reaction)}
        />
      ))}
    </>
  )
}

type CountButtonProps = {
  reaction: Reaction
  count: number
  names: readonly string[]
  isMine: boolean
  onToggle: () => void
}

/** The names show while the pointer or the focus is on it, so a tap shows them too. */
function CountButton({ reaction, count, names, isMine, onToggle }: CountButtonProps) {
  const id = useId()
  const { emoji, label } = REACTIONS[reaction]
  const others = count - names.length
  const people = others > 0 ? [...names, formatCount(others, 'other')] : names
  return (
    <span>
      <button
        type="button"
        className={`${ui.quietButton} ${styles.reaction}`}
        aria-pressed={isMine}
        aria-label={`${label}, ${count.toLocaleString('en')}`}
        aria-describedby={id}
        onClick={onToggle}
      >
        <span aria-hidden="true">{emoji}</span> {count.toLocaleString('en')}
      </button>
      <span id={id} className={styles.names} role="tooltip">
        {people.join(', ')}
      </span>
    </span>
  )
}

type PickerProps = {
  name: string
  mine: readonly Reaction[]
  onToggle: (reaction: Reaction) => void
  text?: string | undefined
  /** Where on the screen a long press asks for the reactions; null without one. */
  pressedAt?: number | null
  onReacted?: (() => void) | undefined
}

function ReactionPicker({ name, mine, onToggle, text = '', pressedAt = null, onReacted }: PickerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [wasOpened, setOpened] = useState(false)
  const { copied, copy } = useCopy(text)
  const isOpen = wasOpened || pressedAt !== null
  const hide = useEffectEvent(() => {
    setOpened(false)
    onReacted?.()
  })
  useEffect(() => {
    if (!isOpen) return
    frame.current?.querySelector<HTMLElement>('[data-emoji]')?.focus({ preventScroll: true })
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && frame.current?.contains(event.target) === false) hide()
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  function close() {
    setOpened(false)
    onReacted?.()
    frame.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus({ preventScroll: true })
  }

  function handleKey(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (event.key === 'Escape' && isOpen) close()
    if (step === undefined) return
    const buttons = [...(frame.current?.querySelectorAll<HTMLElement>('[data-emoji]') ?? [])]
    const index = buttons.indexOf(event.target as HTMLElement)
    buttons[(index + step + buttons.length) % buttons.length]?.focus()
  }

  return (
    <div ref={frame} className={styles.picker}>
      <button
        type="button"
        className={ui.quietButton}
        aria-label={`React to ${name}`}
        aria-haspopup="true"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpened(true))}
        onKeyDown={handleKey}
      >
        <SmilePlus size={18} aria-hidden="true" />
      </button>
      {isOpen ? (
        <div
          className={styles.palette}
          role="toolbar"
          aria-label="Choose a reaction"
          data-pressed={pressedAt === null ? undefined : true}
          style={
            pressedAt === null ? undefined : { top: Math.max(PALETTE_ABOVE_PX, pressedAt) - PALETTE_ABOVE_PX }
          }
        >
          {REACTION_NAMES.map((reaction, index) => (
            <button
              key={reaction}
              type="button"
              data-emoji
              className={styles.emoji}
              tabIndex={index === 0 ? 0 : -1}
              aria-pressed={mine.includes(reaction)}
              aria-label={REACTIONS[reaction].label}
              title={REACTIONS[reaction].label}
              onKeyDown={handleKey}
              onClick={() => {
                onToggle(reaction)
                close()
              }}
            >
              <span aria-hidden="true">{REACTIONS[reaction].emoji}</span>
            </button>
          ))}
          {text === '' ? null : (
            <button
              type="button"
              data-emoji
              className={styles.emoji}
              tabIndex={-1}
              aria-label={copied === true ? 'Text copied' : 'Copy text'}
              onKeyDown={handleKey}
              onClick={copy}
            >
              {copied === true ? (
                <Check size={18} aria-hidden="true" />
              ) : (
                <Copy size={18} aria-hidden="true" />
              )}
            </button>
          )}
        </div>
      ) : null}
    </div>
  )
}
