/* Runs before the bundle, in any browser, so it is ES5 alone. A denied storage (cookies are blocked) is replaced by
   memory, for libraries that read it while they load. An engine below the build's target gets a page that says so,
   and no bundle. */
(function (window, document) {
  function memory() {
    var kept = {};
    return {
      getItem: function (name) {
        return Object.hasOwn(kept, name) ? kept[name] : null;
      },
      setItem: function (name, value) {
        kept[name] = String(value);
      },
      removeItem: function (name) {
        delete kept[name];
      },
      clear: function () {
        kept = {};
      },
      key: function (index) {
        return Object.keys(kept)[index] || null;
      },
      get length() {
        return Object.keys(kept).length;
      },
    };
  }

  function replaceDenied(name) {
    try {
      window[name].getItem('');
    } catch (_) {
      Object.defineProperty(window, name, { value: memory(), configurable: true });
    }
  }

  /* Each feature is missing from the version before an engine of the target. */
  function isKnown() {
    try {
      return (
        /* Firefox 115 */
        typeof Array.prototype.toSorted === 'function' &&
        /* Chrome and Edge 111 */
        window.CSS.supports('color', 'color-mix(in srgb, red, blue)') &&
        /* Safari 16.4 */
        new RegExp('(?<=a)b').test('ab')
      );
    } catch (_) {
      return false;
    }
  }

  function say(tag, text) {
    var element = document.createElement(tag);
    element.appendChild(document.createTextNode(text));
    return element;
  }

  if (isKnown()) {
    replaceDenied('localStorage');
    replaceDenied('sessionStorage');
    return;
  }
  /* This keeps the browser from reading the tags of the bundle below. */
  if (window.stop) window.stop();
  document.documentElement.innerHTML =
    '<head><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Supreme Access</title></head><body></body>';
  document.body.style.cssText = 'max-width:34em;margin:3em auto;padding:0 1em;font:1.125em/1.5 sans-serif';
  document.body.appendChild(say('h1', 'Your browser is too old for this page.'));
  document.body.appendChild(
    say('p', 'Supreme Access needs __TARGET__, or newer. Update your browser, or open this page in another one.')
  );
})(window, document);
