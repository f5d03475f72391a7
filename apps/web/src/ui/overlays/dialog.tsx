import { X } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { IconButton } from '../forms/button.tsx'
import { Row } from '../layout/layout.tsx'
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
