/** An XMLHttpRequest that asks the test's `fetch`, after half of the body has been sent. */
export class FakeXhr extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  #method = ''
  #path = ''
  #isAborted = false

  open(method: string, path: string): void {
    this.#method = method
    this.#path = path
  }

  setRequestHeader(): void {
    // The test's server looks at no headers.
  }

  send(body: FormData | null | undefined): void {
    const half = { lengthComputable: true, loaded: 1, total: 2 }
    if (body) this.upload.dispatchEvent(new ProgressEvent('progress', half))
    this.#sendToFetch(body ?? null).catch(() => this.#end('error'))
  }

  async #sendToFetch(body: FormData | null): Promise<void> {
    const response = await fetch(this.#path, { method: this.#method, body })
    if (this.#isAborted) return
    this.status = response.status
    this.responseText = await response.text()
    this.#end('load')
  }

  abort(): void {
    this.#isAborted = true
    this.#end('abort')
  }

  #end(how: 'load' | 'error' | 'abort'): void {
    this.dispatchEvent(new ProgressEvent(how))
    this.dispatchEvent(new ProgressEvent('loadend'))
  }
}
