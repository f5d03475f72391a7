import { REACTION_NAMES, REACTIONS, type Reaction } from '@fieldhouse/domain/league/reactions'
import { Check, Copy, SmilePlus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { formatCount } from '../../../ui/format/count.ts'
import { IconButton } from '../../../ui/forms/button.tsx'
import { useCopy } from '../../../ui/overlays/use-copy.ts'
import ui from '../../../ui/ui.module.css'
import styles from '../feed.module.css'
import { type ReactionSubject, useReact } from '../feed-actions.ts'
import type { Comment } from '../use-feed.ts'

const PALETTE_ABOVE_PX = 72

export type LongPress = {
  /** To copy. */
  text?: string | undefined
  /** Where on the screen a long press asks for the reactions; null without one. */
  pressedAt?: number | null | undefined
  onReacted?: (() => void) | undefined
}

type Props = LongPress & {
  league: string
  subject: ReactionSubject
  name: string
  given: Pick<Comment, 'reactions' | 'my_reactions'>
}

/** A button to react, and the reactions with their counts. The names of who reacted are tooltips, and read aloud. */
export function ReactionBar({ league, subject, name, given: all, ...picker }: Props) {
  const react = useReact(league, subject)
  const { reactions = [], my_reactions: mine = [] } = all
  const toggle = (reaction: Reaction) => react.mutate({ reaction, on: !mine.includes(reaction) })
  return (
    <>
      <ReactionPicker {...picker} name={name} mine={mine} onToggle={toggle} />
      {reactions.map((given) => (
        <CountButton
          key={given.reaction}
          {...given}
          isMine={mine.includes(given.reaction)}
          onToggle={() => toggle(given.reaction)}
        />
      ))}
    </>
  )
}

type CountButtonProps = NonNullable<Comment['reactions']>[number] & { isMine: boolean; onToggle: () => void }

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

type PickerProps = LongPress & {
  name: string
  mine: readonly Reaction[]
  onToggle: (reaction: Reaction) => void
}

function ReactionPicker({ name, mine, onToggle, text = '', pressedAt = null, onReacted }: PickerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [wasOpened, setOpened] = useState(false)
  const { copied, copy } = useCopy(text)
  const CopyIcon = copied === true ? Check : Copy
  const isOpen = wasOpened || pressedAt !== null
  function hide() {
    setOpened(false)
    onReacted?.()
  }

  const handleOutside = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Node && frame.current?.contains(target) === false) hide()
  })
  useEffect(() => {
    if (!isOpen) return
    frame.current?.querySelector<HTMLElement>('[data-emoji]')?.focus({ preventScroll: true })
    const closeOutside = (event: PointerEvent) => handleOutside(event)
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  function close() {
    hide()
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
            <IconButton
              key={reaction}
              data-emoji
              className={styles.emoji}
              tabIndex={index === 0 ? 0 : -1}
              aria-pressed={mine.includes(reaction)}
              label={REACTIONS[reaction].label}
              onKeyDown={handleKey}
              onClick={() => {
                onToggle(reaction)
                close()
              }}
            >
              <span aria-hidden="true">{REACTIONS[reaction].emoji}</span>
            </IconButton>
          ))}
          {text === '' ? null : (
            <IconButton
              data-emoji
              className={styles.emoji}
              icon={CopyIcon}
              iconSize={18}
              label={copied === true ? 'Text copied' : 'Copy text'}
              tabIndex={-1}
              onKeyDown={handleKey}
              onClick={copy}
            />
          )}
        </div>
      ) : null}
    </div>
  )
}
