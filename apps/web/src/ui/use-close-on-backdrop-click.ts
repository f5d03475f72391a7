import { type RefObject, useEffect } from 'react'

/**
 * Closes a dialog on a backdrop click. The content must fill the dialog element, because only clicks on the
 * backdrop may have the dialog itself as target. Escape does the same for keyboard users.
 */
export function useCloseOnBackdropClick(dialog: RefObject<HTMLDialogElement | null>): void {
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
