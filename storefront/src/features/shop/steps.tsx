const STEPS = [
  {
    title: 'Auto checkout',
    text: 'Choose a product, a size, a style and a saved profile, and secure a slot. Your address and card are encrypted in your browser.',
  },
  {
    title: 'An automated system',
    text: 'At release time our system checks out for every slot at the retailer. If your size or style is sold out, it buys the next available one.',
  },
  {
    title: 'Confirmation',
    text: "We need proof of the order: the retailer's confirmation, an email that you forward to us, or the charge on your card. Only then do we charge the service fee.",
  },
];

export function Steps() {
  return (
    <ol className="columns gap-y-8">
      {STEPS.map(({ title, text }, index) => (
        <li key={title} className="col-span-4 grid content-start gap-3 border-t border-fg pt-4">
          <span aria-hidden="true" className="count text-5xl font-bold">
            {index + 1}
          </span>
          <h3 className="heading text-head">{title}</h3>
          <p className="max-w-prose">{text}</p>
        </li>
      ))}
    </ol>
  );
}
