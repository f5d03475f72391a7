import { Info, type LucideIcon, X } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button, IconButton } from '../forms/button.tsx'
import { Row, Stack, Text } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import styles from './overlays.module.css'

type DialogProps = { title: string; onClose: () => void; children: ReactNode }

/** Open while mounted. Fills the screen on a phone. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    if (element?.open === false) element.showModal()
    return () => element?.close()
  }, [])

  useCloseOnBackdropClick(dialog)
  const handlers = useCloseHandlers(onClose)

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} {...handlers}>
      <div className={styles.frame}>
        <Row as="header" gap={3} isSpread className={`${ui.panelHeader} ${styles.header}`}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <IconButton icon={X} iconSize={22} label="Close" onClick={() => dialog.current?.close()} />
        </Row>
        <div className={`${ui.panelContent} ${styles.content}`}>{children}</div>
      </div>
    </dialog>
  )
}

type DialogButtonProps = Omit<DialogProps, 'onClose'> & { label: string; icon: LucideIcon; iconSize?: number }

export function DialogButton({ title, children, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton {...button} onClick={() => setOpen(true)} />
      {isOpen ? (
        <Dialog title={title} onClose={() => setOpen(false)}>
          {children}
        </Dialog>
      ) : null}
    </>
  )
}

type PanelProps = { label: string; isOpen: boolean; onClose: () => void; children: ReactNode }

export function Drawer(props: PanelProps) {
  return <Panel {...props} className={styles.drawer} />
}

export function SidePanel(props: PanelProps) {
  return <Panel {...props} className={styles.side} />
}

export function BottomPanel(props: PanelProps) {
  return <Panel {...props} className={styles.sheet} />
}

/** The native dialog element traps focus, makes the page behind it inert, closes on Escape and returns focus. */
function Panel({ label, isOpen, onClose, className, children }: PanelProps & { className: string }) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])

  useCloseOnBackdropClick(dialog)
  const handlers = useCloseHandlers(onClose)

  return (
    <dialog ref={dialog} className={className} aria-label={label} {...handlers}>
      <div className={styles.panel}>{isOpen ? children : null}</div>
    </dialog>
  )
}

/**
 * Handlers of a dialog element that report each closing once. Browsers send `close` after they have closed a dialog,
 * when a quick user may have opened it again, so Escape is already reported on `cancel`.
 */
function useCloseHandlers(onClose: () => void) {
  const isCanceled = useRef(false)
  // React also reports the events of a dialog inside this one, such as a question.
  const isOwn = (event: SyntheticEvent) => event.target === event.currentTarget
  return {
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (!isOwn(event)) return
      isCanceled.current = true
      onClose()
    },
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (!isOwn(event)) return
      if (!isCanceled.current && !event.currentTarget.open) onClose()
      isCanceled.current = false
    },
  }
}

/** The content must fill the dialog element: only a click on the backdrop may have the dialog itself as target. */
function useCloseOnBackdropClick(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    const handleClick = (event: MouseEvent) => {
      if (event.target === element) element.close()
    }
    element.addEventListener('click', handleClick)
    return () => element.removeEventListener('click', handleClick)
  }, [dialog])
}

type Props = {
  confirmLabel: string
  /** The content of the button, if it is another than the label of the confirmation. */
  children?: ReactNode
  /** The accessible name, if several buttons have the same content. */
  label?: string
  /** The label as a question by default. */
  question?: string
  consequence: string
  disabled?: boolean
  /** Whether the content is an icon without text. Such a button needs a label. */
  isIcon?: boolean
  onConfirm: () => void
}

export function ConfirmButton({ confirmLabel, label, consequence, isIcon = false, ...rest }: Props) {
  const { children = confirmLabel, question = `${label ?? confirmLabel}?`, disabled, onConfirm } = rest
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const open = () => dialog.current?.showModal()
  const close = () => dialog.current?.close()
  return (
    <>
      {isIcon ? (
        <IconButton disabled={disabled} label={label ?? confirmLabel} onClick={open}>
          {children}
        </IconButton>
      ) : (
        <Button disabled={disabled} aria-label={label} onClick={open}>
          {children}
        </Button>
      )}
      <dialog
        ref={dialog}
        className={styles.confirmButtonDialog}
        aria-labelledby={`${id}-question`}
        aria-describedby={`${id}-consequence`}
      >
        <h2 className={styles.question} id={`${id}-question`}>
          {question}
        </h2>
        <p id={`${id}-consequence`}>{consequence}</p>
        <Row wraps className={styles.buttons}>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="strong"
            onClick={() => {
              close()
              onConfirm()
            }}
          >
            {confirmLabel}
          </Button>
        </Row>
      </dialog>
    </>
  )
}

export type ExplainedFigure = {
  name: string
  value?: string
  meaning: string
  formula: string
  inputs?: readonly (readonly [name: string, value: string])[]
}

type ExplanationProps = {
  title: string
  figures: readonly ExplainedFigure[]
  simulation?: { runs: number; seed: number } | null | undefined
  children?: ReactNode
}

export function Explanation({ title, figures, simulation, children }: ExplanationProps) {
  return (
    <DialogButton icon={Info} iconSize={18} label={`Explain ${title}`} title={title}>
      <Stack>
        {figures.map((figure) => (
          <Figure key={figure.name} figure={figure} />
        ))}
        {simulation ? (
          <p className={ui.muted}>
            From {simulation.runs.toLocaleString('en')} simulated seasons, seed {simulation.seed}. The same
            data always give the same result.
          </p>
        ) : null}
        {children}
      </Stack>
    </DialogButton>
  )
}

function Figure({ figure: { name, value, meaning, formula, inputs = [] } }: { figure: ExplainedFigure }) {
  return (
    <section className={styles.figure} aria-label={name}>
      <Text as="h3" size="l" className={styles.name}>
        {name}
        {value === undefined ? null : <Text isNumeric>{value}</Text>}
      </Text>
      <p>{meaning}</p>
      <p className={ui.box}>{formula}</p>
      {inputs.length === 0 ? null : (
        <dl className={styles.inputs}>
          {inputs.map(([input, text]) => (
            <div key={input}>
              <dt>{input}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
