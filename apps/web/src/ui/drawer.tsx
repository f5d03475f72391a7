import { type ReactNode, useEffect, useRef } from 'react'
import styles from './drawer.module.css'
import { useCloseOnBackdropClick } from './use-close-on-backdrop-click.ts'

type Props = { label: string; isOpen: boolean; onClose: () => void; children: ReactNode }

/**
 * A modal panel on the left. The native dialog element traps focus, makes the page behind it inert, closes on
 * Escape and returns focus.
 */
export function Drawer({ label, isOpen, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])

  useCloseOnBackdropClick(dialog)

  return (
    <dialog ref={dialog} className={styles['drawer']} aria-label={label} onClose={onClose}>
      <div className={styles['content']}>{isOpen ? children : null}</div>
    </dialog>
  )
}
