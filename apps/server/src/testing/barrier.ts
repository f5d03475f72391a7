/** Something to wait for until a test lets it pass. */
export function createBarrier(): { released: Promise<void>; release: () => void } {
  let pass: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    pass = resolve
  })
  return { released: passed, release: () => pass() }
}
